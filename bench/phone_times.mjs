/* How long the reader's border takes, by what it is at: the detector, crops for the other networks, pixels, and the files. */
const GROUPS = { maps: "detector", ask: "crops", decode: "decoding", encode: "encoding" };
let spent = {};
const add = (group, began) => { spent[group] = (spent[group] || 0) + performance.now() - began; };
const measured = ([name, call]) => [name, (...given) => {
  const began = performance.now(), group = GROUPS[name] || "pixels", said = call(...given);
  // A JPEG is encoded beside the reading: what counts is how long nothing is read.
  if (said instanceof Promise && name !== "encode") return said.finally(() => add(group, began));
  add(group, began);
  return said;
}];

export const timed = (border) => Object.fromEntries(Object.entries(border).map(measured));
/* The milliseconds since this was asked the last time. */
export const taken = () => {
  const found = spent;
  spent = {};
  return found;
};
