// Bringing a cluster: paste, drop or choose files → a scenario. What the server refuses stays in the box, with the reasons.

import { $, replace } from "../lib/dom.js";
import { problemList } from "../lib/problems.js";
import { ApiError } from "../net/api.js";
import { createScenario } from "./create.js";

const UNTITLED = "My cluster";

export function setUpBring() {
  const dialog = $("#bring-dialog");
  const source = $("#bring-source");
  const title = $("#bring-title");
  const problems = $("#bring-problems");
  const open = $("#bring-open");
  const file = $("#file");

  const show = () => {
    if (!dialog.open) dialog.showModal();
    source.focus();
  };

  const submit = async () => {
    if (!source.value.trim()) return replace(problems, problemList([{ path: "", message: "Paste at least one Node and one Pod." }]));
    open.disabled = true;
    replace(problems);
    try {
      await createScenario(title.value.trim() || UNTITLED, source.value);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      show();
      source.setAttribute("aria-invalid", "true");
      replace(problems, problemList(error.errors, { goToLine: (line) => selectLine(source, line) }));
    } finally {
      open.disabled = false;
    }
  };

  const take = async (files) => {
    if (!files.length) return;
    const texts = await Promise.all(files.map((each) => each.text()));
    source.value = texts.join("\n---\n");
    title.value = files[0].name.replace(/\.(ya?ml|json|txt)$/i, "");
    await submit();
  };

  $("#paste").addEventListener("click", show);
  open.addEventListener("click", submit);
  source.addEventListener("input", () => source.removeAttribute("aria-invalid"));
  source.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
  });
  $("#choose-file").addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    await take([...file.files]);
    file.value = "";
  });
  acceptDrops($("#bring"), take);
  acceptDrops(dialog, take);
  pasteAnywhere((text) => {
    source.value = text;
    show();
    submit();
  });
}

function acceptDrops(target, take) {
  const holds = (event) => event.dataTransfer?.types.includes("Files");
  target.addEventListener("dragover", (event) => {
    if (!holds(event)) return;
    event.preventDefault();
    target.classList.add("over");
  });
  target.addEventListener("dragleave", (event) => {
    if (!target.contains(event.relatedTarget)) target.classList.remove("over");
  });
  target.addEventListener("drop", (event) => {
    if (!holds(event)) return;
    event.preventDefault();
    target.classList.remove("over");
    take([...event.dataTransfer.files]);
  });
  // a file that misses the door must not replace the page
  for (const name of ["dragover", "drop"]) addEventListener(name, (event) => holds(event) && event.preventDefault());
}

// Manifests pasted onto the page itself, outside any field.
function pasteAnywhere(use) {
  addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea, dialog")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (/^\s*\{|(^|\n)\s*(apiVersion|kind):/.test(text)) use(text);
  });
}

function selectLine(area, line) {
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  const height = parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTop = Math.max(0, (line - 4) * height);
  area.scrollLeft = 0;
}
