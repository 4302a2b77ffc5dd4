// The address bar is the link: view state lives in the query string and nowhere else. Unknown keys are kept.

import { atom } from "./atoms.js";

/**
 * @param {string[]} keys the query keys of this page, in the order in which they are written
 * @param {string | null} [still] a page that never changes its own address: the one that its state is an address of
 * @returns {{state: import("./atoms.js").Atom<Record<string, string>>, write: (patch: Record<string, any>, options?: {push?: boolean}) => void, href: (patch?: Record<string, any>) => string}}
 *   `state` holds the present keys only. `write` merges a patch (null or "" removes a key): `push` for deliberate jumps, so
 *   that Back works; replacing for scrubbing. `href` is the absolute address that a patch would give.
 */
export function urlState(keys, still = null) {
  let search = location.search; // of a page that keeps its address: what it would say
  const now = () => read(keys, still ? search : location.search);
  const state = atom(now());
  if (!still) addEventListener("popstate", () => state.set(now()));

  const href = (patch = {}) => {
    const url = new URL(still ?? location.href);
    if (still) url.search = search;
    const next = { ...now(), ...patch };
    keys.forEach((key) => url.searchParams.delete(key));
    for (const key of keys) {
      const value = next[key];
      if (value !== null && value !== undefined && value !== "") url.searchParams.set(key, String(value));
    }
    url.search = readable(url.searchParams.toString());
    return url.href;
  };

  const write = (patch, { push = false } = {}) => {
    const next = href(patch);
    if (still) search = new URL(next).search;
    else if (next === location.href) return;
    else history[push ? "pushState" : "replaceState"](history.state, "", next);
    state.set(now());
  };

  return { state, write, href };
}

function read(keys, search) {
  const params = new URLSearchParams(search);
  const present = keys.filter((key) => params.get(key));
  return Object.fromEntries(present.map((key) => [key, params.get(key)]));
}

// "/", "," and ":" are legal in a query and make the link readable: ?pod=default/web-3&group=zone,node
function readable(query) {
  return query.replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%3A", ":");
}
