// A moment as it is, in the workbench.

import { t } from "../../lib/i18n.js";
import { toast } from "../../lib/toast.js";
import { messageOf, post } from "../../net/api.js";
import { offline } from "../../net/offline.js";
import { boot, moment, play } from "./state.js";

/** Makes a snapshot of the chosen moment and goes to its run. */
export async function openMoment() {
  const { id } = play.get() ?? {};
  if (offline) return location.assign(boot.still ?? "");
  if (!id) return undefined;
  try {
    const { snapshot } = await post(`/plays/${id}/moments/${moment.get()}/open`);
    return location.assign(`/x/${snapshot}/`);
  } catch (error) {
    return toast(t("This moment cannot be opened: {why}", { why: messageOf(error) }));
  }
}
