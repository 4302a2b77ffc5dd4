// Addresses of what is on screen, as others can open it.

/**
 * @typedef {object} Shared
 * @property {"draft" | "snapshot"} kind of the page
 * @property {string} title
 * @property {string | null} [scenario] the draft's id
 * @property {string | null} snapshot the id of the current run's snapshot; null when the draft has never run
 * @property {boolean} [changed] the draft was edited after that run
 * @property {string[]} [unusual] what this run has that others have not: another version, a seed, a profile
 *   of its own
 * @property {() => Promise<unknown> | undefined} [run] runs the draft, so that there is something to share
 *
 * @typedef {Shared & {snapshot: string}} Linked what has a link
 */

/**
 * The view that is on screen, as anybody with the link sees it.
 * @param {string} snapshot
 * @param {{step?: boolean}} [options] without the step: the view from its start
 */
export const snapshotLink = (snapshot, { step = true } = {}) =>
  `${location.origin}${pathOf(snapshot)}${step ? shareable(location.search) : ""}`;

/** The same view of a link: that of a draft is private. @param {string} snapshot */
function pathOf(snapshot) {
  const [, kind, id, view] = location.pathname.match(/^\/([wxe])\/([^/]+)\/(.*)$/) ?? [];
  return kind === "x" && id.includes("..") ? location.pathname : `/x/${snapshot}/${view ?? ""}`;
}

/** An address of the page that is on screen, for others. @param {string} href @param {string} snapshot */
export const shareableAddress = (href, snapshot) => {
  const { origin, search } = new URL(href);
  return `${origin}${pathOf(snapshot)}${shareable(search)}`;
};

/** The same to be framed by another page. @param {string} snapshot @param {{step?: boolean}} [options] */
export const embedLink = (snapshot, { step = true } = {}) =>
  `${location.origin}/e/${snapshot}/${step ? shareable(location.search) : ""}`;

/**
 * A file made of it.
 * @param {string} snapshot @param {"yaml" | "json" | "svg" | "png" | "html"} kind
 * @param {{step?: boolean}} [options]
 */
export const fileLink = (snapshot, kind, { step = true } = {}) =>
  `/x/${snapshot}.${kind}${step ? shareable(location.search) : ""}`;

/** The view travels, the sender's own theme does not. @param {string} search */
export function shareable(search) {
  const parts = search
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => part && !part.startsWith("theme="));
  return parts.length ? `?${parts.join("&")}` : "";
}
