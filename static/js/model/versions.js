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
  const number = (/** @type {string} */ release) => {
    const [, minor, patch = "0"] = patchOf(versions, release).split(".");
    return Number.parseInt(minor, 10) * 100 + Number.parseInt(patch, 10);
  };
  return [...all].sort((a, b) => number(a) - number(b));
}

/** The condition of a PodGroup that says whether it is scheduled. @param {string} name "v1.36.2" */
export const scheduledCondition = (name) =>
  minorOf(name) < 37 ? "PodGroupScheduled" : "PodGroupInitiallyScheduled";

/** @param {string} release */
const minorOf = (release) => Number(/^v?\d+\.(\d+)/.exec(release)?.[1] ?? 0);

/**
 * The next minor release, which an upgrade leads to; the newest one if there is none.
 * @template {{value: string}} O @param {O[]} offered without the version itself @param {string} version
 */
export function nextVersion(offered, version) {
  const ascending = [...offered].sort((a, b) => minorOf(a.value) - minorOf(b.value));
  return ascending.find(({ value }) => minorOf(value) > minorOf(version)) ?? ascending.at(-1);
}
