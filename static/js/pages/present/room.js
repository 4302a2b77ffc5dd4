// One presents, others follow: what a tab that is in a room has on every page.

import { h } from "../../lib/dom.js";
import { loadStyle } from "../../lib/assets.js";
import { t } from "../../lib/i18n.js";
import { keepRoom, roomNow } from "../../lib/inroom.js";
import { follow } from "./follow.js";
import { lead } from "./lead.js";
import { Line } from "./line.js";

/** Shows the room that this tab is in. */
export async function mountRoom() {
  const room = roomNow();
  if (!room) return;
  for (const before of document.querySelectorAll(".room, .room-side")) before.remove();
  await loadStyle(new URL("../../../css/present.css", import.meta.url));
  const line = new Line(room);
  const bar = h("section.room", { "aria-label": t("Presentation") });
  const side = h("aside.room-side", { "aria-label": t("For you only"), hidden: true });
  document.body.prepend(bar, side);
  document.body.classList.add("in-room");
  const leave = () => {
    line.close();
    keepRoom(null);
    bar.remove();
    side.remove();
    document.body.classList.remove("in-room", "with-side");
  };
  if (room.secret) lead({ room, line, bar, side, leave });
  else follow({ room, line, bar, leave });
  line.connect();
}
