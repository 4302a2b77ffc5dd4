// The page of all followed clusters: copies the command and the role.

import { copyText } from "../../lib/clipboard.js";
import { $$ } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

for (const button of $$("[data-copy]")) {
  const what = button.dataset.copy === "role" ? t("The role") : t("The command");
  button.addEventListener("click", () =>
    copyText(button.parentElement?.querySelector("code")?.textContent ?? "", what),
  );
}
