// Which features of browsers our scripts, styles and pages use, and from which version on phones have them, by MDN's data.
// node features.mjs MODULES FILE… prints them as JSON: {file: {feature: [safari_ios, firefox_android, chrome_android]}}.
// MODULES: the folder in which npm has installed package.json.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [modules, ...files] = process.argv.slice(2);
const load = createRequire(modules + "/");
const mdn = load("@mdn/browser-compat-data"), acorn = load("acorn"), { fullAncestor } = load("acorn-walk"), css = load("css-tree");
const BROWSERS = ["safari_ios", "firefox_android", "chrome_android"], NEVER = 9999;

const nodeOf = (key) => key.split(".").reduce((at, part) => at && Object.hasOwn(at, part) ? at[part] : undefined, mdn);
// The first version that has all of it without a flag, a prefix or another name; else the first that has a part.
const since = (key, browser) => {
  const entries = [nodeOf(key).__compat.support[browser] || []].flat();
  const usable = entries.filter((each) => each.version_added && !each.version_removed && !each.flags && !each.prefix && !each.alternative_name);
  const whole = usable.filter((each) => !each.partial_implementation);
  return Math.min(NEVER, ...(whole.length ? whole : usable).map((each) => parseFloat(String(each.version_added).replace("≤", "")) || NEVER));
};
const found = {};
const use = (file, key) => {
  if (nodeOf(key)?.__compat) found[file][key] ??= BROWSERS.map((browser) => since(key, browser));
};

/* Scripts. A member's owner is seldom known: then it is the first that any owner of that name had, unless we define the name. */
const INSTANCES = {
  navigator: "Navigator", document: "Document", window: "Window", location: "Location", history: "History", caches: "CacheStorage", performance: "Performance",
  crypto: "Crypto", indexedDB: "IDBFactory", clients: "Clients", registration: "ServiceWorkerRegistration", localStorage: "Storage", sessionStorage: "Storage",
  speechSynthesis: "SpeechSynthesis", "navigator.storage": "StorageManager", "navigator.locks": "LockManager", "navigator.serviceWorker": "ServiceWorkerContainer",
  "navigator.wakeLock": "WakeLock", "navigator.mediaDevices": "MediaDevices", "navigator.credentials": "CredentialsContainer", "crypto.subtle": "SubtleCrypto", "document.fonts": "FontFaceSet",
};
const owners = new Map();
for (const [room, owned] of [["api", mdn.api], ["javascript.builtins", mdn.javascript.builtins], ["webassembly.api", mdn.webassembly.api]]) {
  for (const [owner, members] of Object.entries(owned)) for (const member of Object.keys(members)) {
    const name = member.replace(/_event$/, "");
    if (member !== "__compat" && member !== owner && !member.endsWith("_static")) owners.set(name, [...(owners.get(name) || []), `${room}.${owner}.${member}`]);
  }
}
const nameOf = (node) => node.type === "Identifier" ? node.name : node.type === "ChainExpression" ? nameOf(node.expression)
  : node.type === "MemberExpression" && !node.computed ? `${nameOf(node.object)}.${node.property.name}` : "?";
const isFunction = (node) => /Function|Identifier/.test(node.type);
const ours = { any: new Set(), called: new Set() };
const define = (tree) => fullAncestor(tree, (node, _, above) => {
  const name = node.key?.name || node.type === "AssignmentExpression" && node.left.type === "MemberExpression" && node.left.property.name;
  if (!name || !/^(Property|MethodDefinition|PropertyDefinition|AssignmentExpression)$/.test(node.type)) return;
  ours.any.add(name);
  const value = node.value || node.right;
  if (!above.some(({ type }) => type === "ObjectPattern") && value && isFunction(value)) ours.called.add(name);
});
const ASSIGNS = { "??=": "nullish_coalescing_assignment", "||=": "logical_or_assignment", "&&=": "logical_and_assignment" };
const ofPattern = (pattern, flags) => [
  [/\(\?<[=!]/, "javascript.regular_expressions.lookbehind_assertion"], [/\(\?<[A-Za-z]/, "javascript.regular_expressions.named_capturing_group"],
].filter(([sign]) => sign.test(pattern)).map(([, key]) => key).concat(
  [["s", "dotAll"], ["d", "hasIndices"], ["v", "unicodeSets"]].filter(([flag]) => flags.includes(flag)).map(([, name]) => "javascript.builtins.RegExp." + name));
const ofMember = (node, above) => {
  const owner = nameOf(node.object).replace(/^(window|self|globalThis)\./, ""), { name } = node.property, parent = above[above.length - 2];
  const isCalled = parent?.type === "CallExpression" && parent.callee === node;
  if (isCalled && parent.optional || /(^|\.)(dataset|elements|detail|htmx)$/.test(owner)) return []; // asked for first; or no browser's
  if (INSTANCES[owner]) return [`api.${INSTANCES[owner]}.${name}`];
  if (mdn.api[owner] || mdn.javascript.builtins[owner]) return [`api.${owner}.${name}_static`, `api.${owner}.${name}`, `javascript.builtins.${owner}.${name}`];
  if ((isCalled ? ours.called : ours.any).has(name)) return [];
  const known = (owners.get(name) || []).filter((key) => nodeOf(key).__compat);
  return known.sort((one, other) => since(one, "safari_ios") - since(other, "safari_ios") || since(one, "chrome_android") - since(other, "chrome_android")).slice(0, 1);
};
const ofNew = ({ callee: { name }, arguments: given }) => name ? [
  `api.${name}.${name}`, ...(name === "Worker" && given[1] ? ["api.Worker.Worker.options_type_parameter"] : []),
  ...(name === "FormData" && given[1] ? ["api.FormData.FormData.submitter"] : []),
  ...(name === "OffscreenCanvas" ? ["api.OffscreenCanvas.getContext.2d_context"] : []),
] : [];
const ofNode = (node, above) => {
  switch (node.type) {
    case "ChainExpression": return ["javascript.operators.optional_chaining"];
    case "LogicalExpression": return node.operator === "??" ? ["javascript.operators.nullish_coalescing"] : [];
    case "AssignmentExpression": return ASSIGNS[node.operator] ? ["javascript.operators." + ASSIGNS[node.operator]] : [];
    case "PropertyDefinition": return ["javascript.classes." + (node.key.type === "PrivateIdentifier" ? "private_class_fields" : node.static ? "static" : "public_class_fields")];
    case "StaticBlock": return ["javascript.classes.static.initialization_blocks"];
    case "AwaitExpression": return above.some(({ type }) => /Function/.test(type)) ? [] : ["javascript.operators.await.top_level"];
    case "Literal": return node.regex ? ofPattern(node.regex.pattern, node.regex.flags) : [];
    case "NewExpression": return ofNew(node);
    case "Identifier": return [`api.${node.name}`, `javascript.builtins.${node.name}`].filter(() => /^[A-Z]/.test(node.name) || node.name === "structuredClone");
    case "MemberExpression": return node.computed ? [] : ofMember(node, above);
    default: return [];
  }
};

/* Styles. */
const PARTS = ["color", "gradient", "image", "transform-function", "filter-function", "easing-function"];
const ofStyle = (file) => (node) => {
  const uses = (key) => use(file, "css." + key);
  if (node.type === "Declaration") {
    uses(`properties.${node.property}`);
    css.walk(node.value, (value) => {
      if (value.type === "Identifier") uses(`properties.${node.property}.${value.name}`);
      if (value.type === "Function") ["types", ...PARTS.map((part) => "types." + part)].forEach((part) => uses(`${part}.${value.name}`));
      if (value.type === "Dimension" && /^[sld]v/.test(value.unit)) uses("types.length.viewport_percentage_units_dynamic");
      if (value.type === "Dimension" && /^cq/.test(value.unit)) uses("types.length.container_query_length_units");
    });
  }
  if (node.type === "Atrule") {
    uses(`at-rules.${node.name}`);
    if (node.prelude && node.name === "media") css.walk(node.prelude, (each) => {
      if (each.type === "Feature") uses(`at-rules.media.${each.name}`);
      if (each.type === "FeatureRange") uses("at-rules.media.range_syntax");
    });
  }
  if (/^Pseudo(Class|Element)Selector$/.test(node.type)) uses(`selectors.${node.name}`);
  if (node.type === "NestingSelector") uses("selectors.nesting");
};

/* Pages, and templates without what Jinja does. */
const ofPage = (file, text) => {
  const html = text.replace(/{#[^]*?#}|{%[^]*?%}/g, " ").replace(/{{[^]*?}}/g, "x");
  for (const [, tag, attributes] of html.matchAll(/<([a-z][a-z0-9]*)((?:\s+[^<>]*)?)>/g)) {
    use(file, `html.elements.${tag}`);
    for (const [, name, value] of attributes.matchAll(/\s([a-z][a-z-]*)(?:="([^"]*)"|(?=[\s>]|$))/g)) {
      [`html.elements.${tag}.${name}`, `html.global_attributes.${name}`].forEach((key) => use(file, key));
      if (tag === "input" && name === "type") use(file, `html.elements.input.type_${value}`);
    }
  }
};

const texts = Object.fromEntries(files.map((file) => [file, readFileSync(file, "utf8")]));
const trees = Object.fromEntries(files.filter((file) => file.endsWith("js")).map((file) =>
  [file, acorn.parse(texts[file], { ecmaVersion: "latest", sourceType: "module" })]));
Object.values(trees).forEach(define);
for (const file of files) {
  found[file] = {};
  if (trees[file]) fullAncestor(trees[file], (node, _, above) => ofNode(node, above).forEach((key) => use(file, key)));
  else if (file.endsWith("css")) css.walk(css.parse(texts[file]), ofStyle(file));
  else ofPage(file, texts[file]);
}
console.log(JSON.stringify(found));
