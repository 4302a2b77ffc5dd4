// The workbench: mounts its parts. Each draws from the atoms of state.js.

import { computed, effect, watch } from "../../lib/atoms.js";
import { $ } from "../../lib/dom.js";
import { whenIdle } from "../../lib/frame.js";
import { holdKeys } from "../../lib/holdKeys.js";
import { t } from "../../lib/i18n.js";
import { later } from "../../lib/later.js";
import { toast } from "../../lib/toast.js";
import { togglePin } from "./core/actions.js";
import { prefetch } from "./core/prefetch.js";
import { followRunChange } from "./core/runChange.js";
import { keepBreakpoints } from "./core/breakpoints.js";
import { commands, listen } from "./core/commands.js";
import { mountEditing, openForSelection } from "./editing/menu.js";
import { compareThis, mountCompare } from "./frame/compare.js";
import { follow } from "./core/data.js";
import { followDetours } from "./core/detours.js";
import { openEvent, takePastedEvents } from "./event/event.js";
import { expectThis, mountExpectations } from "./expect/expect.js";
import { paramsOf } from "../../model/pointer.js";
import { boot, log, MOST_PINS, phone, pointer, run, url } from "./core/state.js";
import { mountHeader } from "./frame/header.js";
import { mountLeft } from "./frame/left.js";
import { mountMore } from "./frame/more.js";
import { mountPanes } from "./frame/panes.js";
import { mountRail } from "./frame/rail.js";
import { findOnMap, toggleMap } from "./map/actions.js";
import { mountStage } from "./stages/stage.js";
import { mountStepper } from "./frame/stepper.js";
import { mountTimeline } from "./frame/timeline.js";
import { mountTrying } from "./frame/trying.js";
import { releaseOfRun } from "./frame/version.js";
import { copyLink, mountWhy } from "./why/why.js";

const mountRunChange = later(async () => (await import("./stages/runChange.js")).mountRunChange);
const openHelp = later(async () => (await import("./frame/help.js")).openHelp);
const palette = async () => (await import("./frame/palette.js")).openPalette;
const openPalette = later(palette);
const mountBeside = later(async () => (await import("./beside.js")).mountBeside);
const openExport = later(async () => (await import("./wholerun/export.js")).openExport);

const find = () => openFind(false);
const help = () => openHelp(list);
const list = commands({
  find: () => openFind(true),
  findOnMap,
  map: toggleMap,
  diff: boot.still ? undefined : compareThis,
  palette: find,
  why: () => $("#why-body").focus(),
  copy: copyLink,
  pin,
  breakpoints: () => stepper.openBreakpoints(),
  export: () => openExport(phone.get() ? $("#more") : $("#export")),
  expect: boot.kind === "draft" ? () => expectThis(editor) : undefined,
  event: openEvent,
  notes: () => document.getElementById("notes")?.click(),
  menu: () => openForSelection(editor.draft),
  help,
});

listen(list);
$("#find").addEventListener("click", find);
mountMore($("#more"), list);
const exporting = $("#export");
exporting.addEventListener("click", () => openExport(exporting));

const editor = mountLeft();
mountHeader(editor);
mountEditing(editor.draft);
mountCompare();
mountExpectations($("#progress"), editor);
mountRail($("#rail"));
mountTrying($("#main"));
mountStage($("#stage"), boot.kind === "draft" ? editor.run : null);
mountWhy($("#why"));
// Over the second while form and text stand in the place of the stage.
if (boot.kind === "draft") for (const pane of ["#stage", "#why"]) mountRunChange($(pane));
mountPanes($("#main"));
mountTimeline($("#timeline"));
const stepper = mountStepper($("#stepper"), list);
keepBreakpoints();
takePastedEvents();
follow();
followDetours();
followRunChange();
prefetch();

// The address bar is the link: once the run is complete it names the step that the page opened with.
watch([pointer, log], () => {
  const at = pointer.get();
  const runLog = log.get();
  const { pod, point } = url.state.get();
  if (at && runLog.finished && !(pod && point)) url.write(paramsOf(at, runLog));
});

const ended = computed(() => {
  const now = run.get();
  return log.get().finished && now ? String(now.id) : null;
});
const opened = location.search; // before the page completes it
watch([ended], () => {
  const id = ended.get();
  if (id) mountBeside(id, opened);
});

whenIdle(() => void palette().catch(() => {}));

// Words are explained as the version of this run has them.
effect(() => (document.documentElement.dataset.release = releaseOfRun.get()));

/** Whoever opens Find types on at once. @param {boolean} only nodes, and nothing else */
async function openFind(only) {
  const typed = holdKeys();
  await openPalette(() => list, only, typed);
  typed(); // where it could not be loaded
}

function pin() {
  const node = pointer.get()?.node;
  if (!node) toast(t("Select the node to pin"));
  else if (!togglePin(node)) toast(t("At most {n} nodes can be pinned", { n: MOST_PINS }));
}
