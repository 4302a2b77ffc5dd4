// Which room this tab is in: it stays there from page to page until it leaves.

const KEY = "schedscope.room";

/** Told of on the window when the tab comes into a room. */
export const ENTERED = "roomentered";

/**
 * @typedef {object} Chosen what a room chose of a question
 * @property {string} about
 * @property {string} title of the page that asked
 * @property {{label: string, count: number}[]} rows
 * @property {number} of how many chose at all
 */

/**
 * @typedef {object} InRoom
 * @property {string} code
 * @property {string} title
 * @property {string} link by which others follow
 * @property {string} [secret] of its presenter
 * @property {string} [follower] by which a follower is the same one after a reload
 * @property {boolean} [away] the follower looks around
 * @property {string} [at] the address at which the follower was brought last
 * @property {number} [back] how often all were asked back
 * @property {boolean} [folded] the presenter has folded the panel
 * @property {Chosen[]} [asked] what the room chose, as its presenter saw it
 */

/** @returns {InRoom | null} */
export function roomNow() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null; // storage is blocked: the room ends with the page
  }
}

/** Whether this tab presents: the others predict. */
export const presents = () => Boolean(roomNow()?.secret);

/** @param {InRoom | null} room */
export function keepRoom(room) {
  try {
    if (room) sessionStorage.setItem(KEY, JSON.stringify(room));
    else sessionStorage.removeItem(KEY);
  } catch {
    // storage is blocked
  }
}

/** @param {InRoom} room */
export function enterRoom(room) {
  keepRoom(room);
  dispatchEvent(new Event(ENTERED));
}
