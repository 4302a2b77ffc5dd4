// What every page has: the theme button.

import { $$ } from "./dom.js";
import { toggleTheme } from "./theme.js";

for (const button of $$("[data-theme-toggle]")) button.addEventListener("click", toggleTheme);
