// The address bar is the link: view state lives in the query string and nowhere else. Unknown keys stay.

import { atom } from "./atoms.js";

/**
 * @typedef {Record<string, string | number | boolean | null | undefined>} Patch values by key
 * @typedef {object} UrlState
 * @property {import("./atoms.js").Atom<Record<string, string>>} state
 * @property {(patch: Patch, options?: {push?: boolean}) => void} write
 * @property {(patch?: Patch) => string} href
 */

/** Told of on the window when a page has written its own address. */
export const ADDRESS_WRITTEN = "addresswritten";

/** What the pages of this script follow in their address without being loaded again. @type {Set<string>} */
const followed = new Set();

/**
 * Goes to an address of the site: without loading where the page follows all that differs.
 * @param {string} href
 */
export function arrive(href) {
  const next = new URL(href, location.href);
  const now = new URL(location.href);
  const differing = [...new Set([...next.searchParams.keys(), ...now.searchParams.keys()])].filter(
    (key) => next.searchParams.get(key) !== now.searchParams.get(key),
  );
  if (next.pathname !== now.pathname || differing.some((key) => !followed.has(key)))
    return location.assign(next);
  history.replaceState(history.state, "", next);
  dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
}

/**
 * @param {string[]} keys the query keys of this page, in the order of the address
 * @param {string | null} [still] a page that never changes its own address: the one that its state is an
 *   address of
 * @returns {UrlState} `state` holds the present keys only. `write` merges a patch (null or "" removes a key):
 *   `push` for deliberate jumps, so
 *   that Back works; replacing for scrubbing. `href` is the absolute address that a patch would give.
 */
export function urlState(keys, still = null) {
  // Of a page that keeps its address: the query that it would have.
  let search = location.search || (still ? new URL(still).search : "");
  const now = () => read(keys, still ? search : location.search);
  const state = atom(now());
  if (!still) {
    addEventListener("popstate", () => state.set(now()));
    for (const key of keys) followed.add(key);
  }

  /** @type {UrlState["href"]} */
  const href = (patch = {}) => {
    const url = new URL(still ?? location.href);
    if (still) url.search = search;
    /** @type {Patch} */
    const next = { ...now(), ...patch };
    keys.forEach((key) => url.searchParams.delete(key));
    for (const key of keys) {
      const value = next[key];
      if (value !== null && value !== undefined && value !== "") url.searchParams.set(key, String(value));
    }
    url.search = readable(url.searchParams.toString());
    return url.href;
  };

  /** @type {UrlState["write"]} */
  const write = (patch, { push = false } = {}) => {
    const next = href(patch);
    if (still) search = new URL(next).search;
    else if (next === location.href) return;
    else {
      history[push ? "pushState" : "replaceState"](history.state, "", next);
      dispatchEvent(new Event(ADDRESS_WRITTEN));
    }
    state.set(now());
  };

  return { state, write, href };
}

/** @param {string[]} keys @param {string} search */
function read(keys, search) {
  const params = new URLSearchParams(search);
  const values = keys.map((key) => [key, params.get(key) ?? ""]);
  return Object.fromEntries(values.filter(([, value]) => value));
}

/**
 * "/", "," and ":" are legal in a query and make the link readable: ?pod=default/web-3&group=zone,node
 * @param {string} query
 */
function readable(query) {
  return query.replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%3A", ":");
}
