// Sweeps: the same cluster over seeds, weights, versions, losses and added nodes, thousands of runs at a
// time.

import { $ } from "../../lib/dom.js";
import { mountBoard } from "./board.js";
import { load } from "./data.js";
import { mountHead } from "./head.js";

mountHead($("#head"));
mountBoard($("#pictures"), $("#side"), $("#bottom"));
load();
