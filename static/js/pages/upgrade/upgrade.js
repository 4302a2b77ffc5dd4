// The upgrade matrix: one scenario under many versions, and the change that causes each difference.

import { $, typingIn } from "../../lib/dom.js";
import { load } from "./data.js";
import { mountDetail } from "./detail.js";
import { mountRange, mountSummary } from "./head.js";
import { mountMatrix } from "./matrix.js";
import { move } from "./stepping.js";

mountSummary($("#summary"));
mountRange($("#range"));
mountMatrix($("#matrix"));
mountDetail($("#detail"));
load();

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typingIn(event.target)) return;
  const direction = event.key === "," ? -1 : event.key === "." ? 1 : 0;
  if (direction) move(direction);
});
