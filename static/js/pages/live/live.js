// A cluster as it happens: agreement above, causes left, the stream right, the hours below.

import { effect } from "../../lib/atoms.js";
import { $ } from "../../lib/dom.js";
import { mountAgreement } from "./agreement.js";
import { mountCauses } from "./causes.js";
import { begin } from "./feed.js";
import { mountHead, mountMoment, mountNotes, mountStale } from "./head.js";
import { mountHours } from "./hours.js";
import { LARGE, mountMap } from "./map.js";
import { followAddress } from "./past.js";
import { mountQueues } from "./queues.js";
import { nodes } from "./state.js";
import { mountStream } from "./stream.js";
import { mountTeam } from "./team.js";

const map = $("#map");
mountMap(map);
mountHead();
mountStale($("#moment"));
mountMoment($("#moment"));
mountAgreement($("#agreement"));
mountCauses($("#causes"));
mountQueues($("#queues"));
mountNotes($("#notes"));
mountTeam($("#team"));
mountStream($("#stream"));
mountHours($("#hours"));
followAddress();
begin();

// Few nodes stand below the causes, many above the stream.
effect(() => {
  const { length } = nodes.get();
  const side = $(length > LARGE ? "#right" : "#left");
  if (map.parentElement === side) return;
  if (side.id === "right") side.prepend(map);
  else $("#queues").after(map);
});
