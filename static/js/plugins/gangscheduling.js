// Mirrors pkg/scheduler/framework/plugins/gangscheduling: the pods of a gang are bound together or not at
// all.

/** @type {import("./descriptor.js").Plugin} */
export const gangScheduling = { name: "GangScheduling" };
