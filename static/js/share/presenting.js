// Opens a room in which others follow what this browser shows. The room itself is pages/present.

import { messageOf, post } from "../net/api.js";
import { toast } from "../lib/toast.js";
import { enterRoom } from "../lib/inroom.js";

/** @import { RoomOpenedOut } from "../types/api.js" */

/** @param {string} title @param {string} address of a page that anybody may read */
export async function present(title, address) {
  const { pathname, search } = new URL(address);
  try {
    /** @type {RoomOpenedOut} */
    const { code, secret, link } = await post("/rooms", {
      title: title.slice(0, 120),
      at: pathname + search,
    });
    enterRoom({ code, secret, link, title });
  } catch (error) {
    toast(messageOf(error));
  }
}
