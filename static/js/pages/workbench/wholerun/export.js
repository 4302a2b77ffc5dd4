// One menu of everything that can be downloaded: tables, the log, pictures.

import { get } from "../../../net/api.js";
import { t } from "../../../lib/i18n.js";
import { showMenu } from "../../../lib/menu.js";
import { saveBlob, saveText } from "../../../lib/save.js";
import { toast } from "../../../lib/toast.js";
import { current, viewData } from "../core/actions.js";
import { saveChart } from "../core/chart.js";
import { chartsOnPage } from "../core/figures.js";
import { canExportMap, exportMap } from "../map/export.js";
import { log, pointer, theRun } from "../core/state.js";
import { cellsCsv, placementsCsv } from "./csv.js";

/** @import { EventsOut } from "../../../types/api.js" */
/** @import { Entry } from "../../../lib/menu.js" */

/** @param {HTMLElement} button */
export function openExport(button) {
  const entries = entriesNow();
  if (entries.length) showMenu(button, entries);
  else toast(t("Nothing to export until the first pod is scheduled"));
}

function entriesNow() {
  const at = pointer.get();
  const cycle = current();
  if (!at || !cycle) return [];
  const data = viewData();
  const pod = cycle.pod.split("/")[1];
  /** @type {(Entry | null)[]} */
  const entries = [
    {
      label: t("Placements of all pods (CSV)"),
      icon: "grid",
      run: () => saveText("placements.csv", "text/csv", placementsCsv(log.get())),
    },
    data && {
      label: t("{pod}: nodes by plugins (CSV)", { pod }),
      icon: "grid",
      run: () => saveText(`${pod}.csv`, "text/csv", cellsCsv(data)),
    },
    { label: t("Log of the run (JSON)"), icon: "code", run: saveLog },
    data && {
      label: t("{pod}: the whole cycle (JSON)", { pod }),
      icon: "code",
      run: () => saveCycle(cycle.index, pod),
    },
    ...(canExportMap()
      ? [
          { label: t("Map (PNG)"), icon: "cluster", run: () => saveMap("png") },
          { label: t("Map (SVG)"), icon: "cluster", run: () => saveMap("svg") },
        ]
      : []),
    ...chartsOnPage().flatMap((chart) => [
      {
        label: t("{chart} (PNG)", { chart: chart.title }),
        icon: "screen",
        run: () => saveChart(chart, "png"),
      },
      {
        label: t("{chart} (SVG)", { chart: chart.title }),
        icon: "screen",
        run: () => saveChart(chart, "svg"),
      },
    ]),
  ];
  return entries.filter((entry) => entry !== null);
}

/** @param {string} name @param {unknown} value */
const saveJson = (name, value) => saveText(name, "application/json", JSON.stringify(value, null, 1));

// Everything since the first event; the server gives it in pages.
async function saveLog() {
  const { id } = theRun();
  /** @type {EventsOut["events"]} */
  const events = [];
  for (;;) {
    /** @type {EventsOut | void} */
    const page = await get(`/runs/${id}/events?after=${events.at(-1)?.seq ?? 0}`).catch((error) =>
      toast(error.message),
    );
    if (!page) return;
    if (!page.events.length) return saveJson("run.json", { run: id, status: page.status, events });
    events.push(...page.events);
  }
}

/** @param {number} index @param {string} pod */
async function saveCycle(index, pod) {
  const trace = await get(`/runs/${theRun().id}/cycles/${index}`).catch((error) => toast(error.message));
  if (trace) saveJson(`${pod}.json`, trace);
}

/** @param {"png" | "svg"} kind */
const saveMap = async (kind) => saveBlob(`map.${kind}`, await exportMap(kind));
