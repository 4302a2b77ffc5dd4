// Why there is no answer, in place of it.

import { icon } from "./icon.js";
import { h } from "./view.js";

/** @param {{error: Error}} props */
export const Failure = ({ error: { message } }) =>
  h("ul.problems", h("li", icon("warn"), h("span.grow", message)));
