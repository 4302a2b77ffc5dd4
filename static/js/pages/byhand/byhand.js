// The reader is the scheduler: pod by pod onto nodes. A rule that forbids it says so with its sum; a legal
// choice that is not the scheduler's is called legal.

import { $, $$, typingIn } from "../../lib/dom.js";
import { mount } from "../../lib/view.js";
import { again, board, load, next, picked, url } from "./board.js";
import { Asks, Board, Caption, Queue, Turn } from "./views.js";

const main = $("#main");
mount($("#turn"), Turn);
mount($("#queue"), Queue);
mount($("#asks"), Asks);
mount(main, Board);
mount($("#caption"), Caption);

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || typingIn(event.target))
    return;
  if (/^[1-9]$/.test(event.key)) $$(`[data-key="${event.key}"]`, main)[0]?.click();
  const onControl = event.target instanceof Element && event.target.closest("button, a");
  const goesOn = !onControl || onControl.matches(".place.pick");
  if (event.key === "Enter" && goesOn && board.get()?.pod && picked.get()) {
    event.preventDefault();
    next();
  }
});

$("#again").addEventListener("click", again);
url.state.subscribe(load);
load();
