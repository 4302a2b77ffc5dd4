// The upgrade matrix: one scenario under many versions, and the change that causes each difference.

import { copyText } from "../../lib/clipboard.js";
import { $, typingIn } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { load } from "./data.js";
import { mountDetail } from "./detail.js";
import { mountRange, mountSummary } from "./head.js";
import { mountMatrix } from "./matrix.js";
import { spellMatrix } from "./names.js";
import { url } from "./state.js";
import { move } from "./stepping.js";

spellMatrix();
mountSummary($("#summary"));
mountRange($("#range"));
mountMatrix($("#matrix"));
mountDetail($("#detail"));
load();

$("#share").addEventListener("click", () => copyText(url.href(), t("The link")));

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typingIn(event.target)) return;
  const direction = event.key === "," ? -1 : event.key === "." ? 1 : 0;
  if (direction) move(direction);
});
