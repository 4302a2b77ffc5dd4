// The upgrade matrix: one scenario under many versions, and the change that causes each difference.

import { effect } from "../../lib/atoms.js";
import { $, typingIn } from "../../lib/dom.js";
import { mount } from "../../lib/view.js";
import { arrows } from "./arrows.js";
import { Detail } from "./detail.js";
import { Range, Summary } from "./head.js";
import { Matrix } from "./matrix.js";
import { compareVersions } from "./state.js";
import { move } from "./stepping.js";

mount($("#summary"), Summary);
mount($("#range"), Range);
mount($("#matrix"), Matrix);
mount($("#detail"), Detail);
$("#matrix").addEventListener("keydown", arrows);
effect(compareVersions);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typingIn(event.target)) return;
  const direction = event.key === "," ? -1 : event.key === "." ? 1 : 0;
  if (direction) move(direction);
});
