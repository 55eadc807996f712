// Loaded into Playwright's driver by NODE_OPTIONS. A stock Firefox knows no command for dark pages, and an older one none
// for the size of a screen; Playwright makes no page where one of them is refused. Here that is no fault.
const fs = require("fs");
const Module = require("module");

const load = Module._extensions[".js"];
Module._extensions[".js"] = (module, name) => {
  if (!name.endsWith("coreBundle.js")) return load(module, name);
  const source = fs.readFileSync(name, "utf8");
  const patched = source.replace(/\bsend(?=\("emulation\.set(MediaFeatures|Screen))/g, "sendMayFail");
  if (patched === source) throw new Error("tests/browser/firefox.cjs does not fit this Playwright.");
  return module._compile(patched, name);
};
