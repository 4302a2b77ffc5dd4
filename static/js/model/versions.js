// Kubernetes versions: their names and their order.

/**
 * @typedef {object} OfferedVersions
 * @property {string[]} offered minor releases, and those with a switch: "1.36+fair-ties"
 * @property {string} default
 * @property {Record<string, string>} names of the patch release that each of them follows: "v1.33.0"
 * @property {string[]} read those that are from release notes
 * @property {string[]} planned those of them that are not released yet
 */

/** The shortest name of a version with its switches: "1.33" of "v1.33.0", which it follows, else "1.33.13".
 * @param {OfferedVersions} versions @param {string} name */
export const releaseOf = ({ offered, names }, name) =>
  offered.find((release) => names[release] === name) ?? name.replace(/^v/, "");

/** The patch release that a release follows, "1.33.0" of "1.33"; the release where its name says none.
 * @param {OfferedVersions} versions @param {string} release */
export const patchOf = ({ names }, release) => (names[release] ?? release).replace(/^v/, "");

/** Whether a run can follow it: a minor release, or a patch release of one, with the switches of that.
 * @param {OfferedVersions} versions @param {string | undefined} release */
export const isFollowed = ({ offered }, release = "") =>
  offered.includes(release.replace(/^(\d+\.\d+)\.\d{1,2}(?=\+|$)/, "$1"));

/** Whether the real scheduler of it was recorded.
 * @param {OfferedVersions} versions @param {string} release */
export const isRecorded = ({ offered, read }, release) =>
  offered.includes(release) && !read.includes(release);

/** The offered releases and those of these patch releases that can be followed, the oldest first.
 * @param {OfferedVersions} versions @param {string[]} releases */
export function offeredWith(versions, releases) {
  const all = new Set([...versions.offered, ...releases.filter((release) => isFollowed(versions, release))]);
  const patch = (/** @type {string} */ release) => patchOf(versions, release);
  return [...all].sort((a, b) => patch(a).localeCompare(patch(b), "en", { numeric: true }));
}
