// The one list of pictures, by the name that lesson files give.

import { dots } from "./dots.js";
import { gang } from "./gang.js";
import { nodes, walls } from "./nodes.js";
import { rollout } from "./rollout.js";
import { scores } from "./scores.js";
import { victims } from "./victims.js";
import { zones } from "./zones.js";

/** @type {Record<string, (view: import("./view.js").View) => import("../../../lib/dom.js").Child>} */
export const PICTURES = { walls, zones, rollout, nodes, victims, dots, scores, gang };
