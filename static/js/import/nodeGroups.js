// The groups of nodes in the status of Cluster Autoscaler (scheduler_core/kubernetes/source/nodegroups.py).

const BEGIN = /^\s*(?:- |Name:)/;
const NAME = /(?:^|\s)[Nn]ame: *["']?(?:[^\s"']*\/)?([A-Za-z0-9_.-]+)/;
const SIZE = /\b(cloudProviderTarget|minSize|maxSize)(?:=|: *)([0-9]{1,9})\b/g;
const PART = /\b(health|scaleUp|scaleDown):/;
const BACKOFF = /\b(status|errorCode): *["']?([A-Za-z0-9_.-]{1,100})/g;
const TIME = /\b(time|lastTransitionTime): *["']?([0-9-]{10}[ T][0-9:]{8})/g;

/**
 * A status with nothing but its time, its groups with their sizes, and why a scale-up failed and when.
 * @param {string} status
 */
export function reducedStatus(status) {
  const [{ time }, ...groups] = groupsOf(status);
  return [time ? `time: '${time}'\n` : "", "nodeGroups:\n", ...groups.map(written)].join("");
}

/** What lines say of each group; of the scale-up, its state, error code, and time. @param {string} status */
function groupsOf(status) {
  /** @type {Record<string, string>[]} */
  const groups = [{}]; // the first is what stands before all groups
  let part = "";
  for (const line of status.split("\n")) {
    if (BEGIN.test(line)) {
      groups.push({});
      part = "";
    }
    part = PART.exec(line)?.[1] ?? part;
    const patterns = [
      SIZE,
      ...(part === "scaleUp" ? [BACKOFF] : []),
      ...(part === "scaleUp" || groups.length === 1 ? [TIME] : []),
    ];
    const group = /** @type {Record<string, string>} */ (groups.at(-1));
    const name = NAME.exec(line)?.[1];
    if (name) group.name ??= name;
    for (const pattern of patterns) for (const [, key, text] of line.matchAll(pattern)) group[key] ??= text;
  }
  return groups;
}

/** @param {Record<string, string>} group */
function written({ name, cloudProviderTarget, minSize, maxSize, status, lastTransitionTime, errorCode }) {
  if (!name || !cloudProviderTarget || !maxSize) return "";
  const least = minSize ? `minSize: ${Number(minSize)}, ` : "";
  const sizes = `cloudProviderTarget: ${Number(cloudProviderTarget)}, ${least}maxSize: ${Number(maxSize)}`;
  const group = `- name: ${name}\n  health: {${sizes}}\n`;
  if (status !== "Backoff") return group;
  const since = lastTransitionTime ? `, lastTransitionTime: '${lastTransitionTime}'` : "";
  const code = errorCode ? `, backoffInfo: {errorCode: '${errorCode}'}` : "";
  return `${group}  scaleUp: {status: Backoff${since}${code}}\n`;
}

/**
 * A reduced status with other names for its groups.
 * @param {string} status @param {(name: string) => string} rename
 */
export const withGroups = (status, rename) => status.replace(/(?<=^- name: ).+/gm, rename);
