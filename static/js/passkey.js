"use strict";
/* Passkeys: a form that carries what the companion asks of the device is sent with what the device answers. Without this
   file the page says so in words, and one comes in by a link. */
(() => {
  if (!window.PublicKeyCredential || !navigator.credentials) return;
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (each) => each.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const listed = (keys = []) => keys.map((key) => ({ ...key, id: bytes(key.id) }));

  const ask = (kind, asked) => {
    const publicKey = { ...asked, challenge: bytes(asked.challenge) };
    if (kind === "get") return navigator.credentials.get({ publicKey: { ...publicKey, allowCredentials: listed(asked.allowCredentials) } });
    const user = { ...asked.user, id: bytes(asked.user.id) };
    return navigator.credentials.create({ publicKey: { ...publicKey, user, excludeCredentials: listed(asked.excludeCredentials) } });
  };

  const encoded = ({ id, rawId, type, response }) => {
    const parts = {};
    ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"].forEach((name) => {
      if (response[name]) parts[name] = text(response[name]);
    });
    return JSON.stringify({ id, rawId: text(rawId), type, response: parts });
  };

  document.querySelectorAll("form[data-passkey]").forEach((form) => {
    const button = form.querySelector("button"), failed = form.querySelector("[role=alert]");
    form.querySelector("[data-without]").hidden = true;
    button.hidden = false;
    button.addEventListener("click", async () => {
      failed.hidden = true;
      try {
        form.elements.answer.value = encoded(await ask(form.dataset.passkey, JSON.parse(form.dataset.asked)));
      } catch {
        failed.hidden = false; // the user cancelled it, or the device has no passkey for this place
        return;
      }
      form.submit();
    });
  });
})();
