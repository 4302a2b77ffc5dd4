// Completions inside the CEL expressions of device selectors: the variable `device`, and the drivers,
// attributes and capacities that the draft's slices have.

/**
 * @typedef {{attributes: Record<string, string[]>, capacity: Record<string, string[]>}} DeviceNames by domain
 */
/** @typedef {{value: string, meta: string}} Word */

/** @type {DeviceNames} */
export const NO_DEVICES = { attributes: {}, capacity: {} };

const MEMBERS = ["device.driver", "device.attributes", "device.capacity", "device.allowMultipleAllocations"];
const FUNCTIONS = ["quantity('", "semver('", "has(", "size("];

/** @param {DeviceNames} devices the domains of attributes and capacities, among them the drivers */
export const domainsOf = ({ attributes, capacity }) =>
  [...new Set([...Object.keys(attributes), ...Object.keys(capacity)])].sort();

/** @param {DeviceNames} devices the names of attributes as constraints write them: domain/name */
export const attributesOf = ({ attributes }) =>
  Object.entries(attributes).flatMap(([domain, names]) => names.map((name) => `${domain}/${name}`));

/**
 * What may follow a part of an expression. A word begins where the editor's prefix begins: letters, dots,
 * dashes and slashes before the cursor.
 * @param {string} before the text up to the cursor @param {DeviceNames} devices @returns {Word[]}
 */
export function expressionWords(before, devices) {
  const [, kind, domain] =
    before.match(/device\.(attributes|capacity)\[(?:'|\\?")([^'"\\]+)(?:'|\\?")\]\.\w*$/) ?? [];
  if (kind === "attributes" || kind === "capacity")
    return (devices[kind][domain] ?? []).map((name) => ({ value: `.${name}`, meta: kind }));
  const [, open] = before.match(/device\.(attributes|capacity)\[(?:'|\\?")[^'"\\]*$/) ?? [];
  if (open === "attributes" || open === "capacity")
    return Object.keys(devices[open])
      .sort()
      .map((value) => ({ value, meta: "domain" }));
  if (/device\.driver\s*[!=]=\s*(?:'|\\?")[^'"\\]*$/.test(before))
    return domainsOf(devices).map((value) => ({ value, meta: "driver" }));
  return [
    ...MEMBERS.map((value) => ({ value, meta: "device" })),
    ...FUNCTIONS.map((value) => ({ value, meta: "function" })),
  ];
}
