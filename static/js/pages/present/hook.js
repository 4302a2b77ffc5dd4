// On every page: in a room the rest is fetched; at the door of one, whoever follows goes in.

import { ENTERED, keepRoom, roomNow } from "../../lib/inroom.js";
import { later } from "../../lib/later.js";

const mountRoom = later(async () => (await import("./room.js")).mountRoom);

const enter = () => roomNow() && mountRoom();

addEventListener(ENTERED, enter);
const { room: code, at } = document.getElementById("main")?.dataset ?? {};
const follow = document.getElementById("follow");
if (code && at && follow)
  follow.addEventListener("click", () => {
    const follower = [...crypto.getRandomValues(new Uint32Array(4))]
      .map((part) => part.toString(36))
      .join("-");
    keepRoom({
      code,
      title: document.title.replace(/ · SchedScope$/, ""),
      link: location.href,
      follower,
      at,
    });
  });
else enter();
