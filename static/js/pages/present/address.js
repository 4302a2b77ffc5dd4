// Where the presenter's page is for those who follow.

import { shareable } from "../../share/links.js";

const PUBLIC = /^\/($|(x|learn|cases|examples|glossary|message|conformance)\/)/;

/**
 * The address of a page for others; null for a private one, which they are not brought to.
 * @param {{pathname: string, search: string}} page
 * @param {string} snapshot of the newest run of a draft; "" without one
 */
export function addressFor({ pathname, search }, snapshot) {
  const [, kind, id, view] = pathname.match(/^\/([we])\/([^/]+)\/(.*)$/) ?? [];
  const link = kind === "e" ? id : snapshot;
  if (kind) return link ? `/x/${link}/${view}${shareable(search)}` : null;
  return PUBLIC.test(pathname) ? pathname + shareable(search) : null;
}
