// A cluster as it happens: causes left, nodes and stream right, the hours below.

import { $ } from "../../lib/dom.js";
import { mountAgreement } from "./agreement.js";
import { mountCauses } from "./causes.js";
import { begin } from "./feed.js";
import { mountHead, mountMoment, mountNotes, mountStale } from "./head.js";
import { mountHours } from "./hours.js";
import { mountMap } from "./map.js";
import { followAddress } from "./past.js";
import { mountQueues } from "./queues.js";
import { mountStream } from "./stream.js";
import { mountTeam } from "./team.js";

mountMap($("#map"));
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
