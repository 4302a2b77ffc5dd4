// The door "Bring a cluster": paste, or choose files. Dropping works on every page (import/anywhere.js).

import { $ } from "../lib/dom.js";

/** @param {import("../import/dialog.js").Brought} [brought] */
const open = async (brought) => (await import("../import/dialog.js")).openImport(brought);

export function setUpBring() {
  const file = $("#file", document, HTMLInputElement);
  $("#paste").addEventListener("click", () => open());
  $("#choose-file").addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    const files = [...(file.files ?? [])];
    file.value = "";
    await open({ files });
  });
}
