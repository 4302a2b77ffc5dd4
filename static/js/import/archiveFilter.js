// Which files of an archive or a folder may hold manifests.

const USEFUL = /\.(ya?ml|json|txt)$|^[^.]*$/i;
const LOGS = /(^|\/)logs?(\.txt)?$/i;

/** @param {string} path */
export function isUseful(path) {
  const name = path.split("/").pop() ?? "";
  return name !== "" && !name.startsWith(".") && USEFUL.test(name) && !LOGS.test(path);
}
