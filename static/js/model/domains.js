// The domains of hosts: ".eu-west-1.compute.internal".

/** @param {string[]} texts */
const differ = (texts) => new Set(texts).size === texts.length;

/**
 * The domain, with its point, of all names that have one; "" where they have several, or would be alike
 * without it. Hosts of one cloud can have it beside others that do not.
 * @param {string[]} names
 */
export function sharedDomain(names) {
  const [domain = "", ...others] = new Set(names.map(domainOf).filter(Boolean));
  return others.length || !differ(names.map((name) => withoutDomain(name, domain))) ? "" : domain;
}

/** @param {string} name */
function domainOf(name) {
  const point = name.indexOf(".");
  return point < 1 ? "" : name.slice(point);
}

/** @param {string} name @param {string} domain */
export const withoutDomain = (name, domain) =>
  domain && name.endsWith(domain) ? name.slice(0, -domain.length) : name;
