// A node of a followed cluster: what runs on it, what is free, and what was decided about it.

import { effect } from "../../lib/atoms.js";
import { $ } from "../../lib/dom.js";
import { begin } from "./feed.js";
import { mountHead, mountMoment, mountNotes } from "./head.js";
import { mountMap } from "./map.js";
import { mountAbout } from "./nodeabout.js";
import { mountColumn } from "./nodecolumn.js";
import { followNode } from "./nodestate.js";
import { mountVerdicts } from "./nodeverdicts.js";
import { clusterAddress } from "./opening.js";
import { followAddress } from "./past.js";

mountMap($("#map"));
mountHead();
mountMoment($("#moment"));
mountAbout($("#about"));
mountColumn($("#column"));
mountVerdicts($("#verdicts"));
mountNotes($("#notes"));
effect(() => $("#to-cluster").setAttribute("href", clusterAddress()));
followAddress();
followNode();
begin();
