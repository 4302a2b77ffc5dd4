// Mirrors pkg/scheduler/framework/plugins/schedulinggates: a pod with gates does not enter the queue.

/** @type {import("./descriptor.js").Plugin} */
export const schedulingGates = { name: "SchedulingGates" };
