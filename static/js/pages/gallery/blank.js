// The blank cluster: three zones of two nodes, and one pod to place.

import { t } from "../../lib/i18n.js";
import { toast } from "../../lib/toast.js";
import { messageOf } from "../../net/api.js";
import { createScenario } from "./create.js";

/** @param {string} zone @param {number} number */
const node = (zone, number) => `apiVersion: v1
kind: Node
metadata:
  name: node-${zone}${number}
  labels:
    kubernetes.io/hostname: node-${zone}${number}
    topology.kubernetes.io/zone: zone-${zone}
status:
  allocatable: {cpu: "4", memory: 8Gi, pods: "110"}
`;

const POD = `apiVersion: v1
kind: Pod
metadata:
  name: web-0
  labels:
    app: web
spec:
  topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: topology.kubernetes.io/zone
    whenUnsatisfiable: DoNotSchedule
    labelSelector:
      matchLabels:
        app: web
  containers:
  - name: web
    image: registry.example.com/web:1
    resources:
      requests: {cpu: 500m, memory: 256Mi}
`;

const BLANK = [...["a", "b", "c"].flatMap((zone) => [node(zone, 1), node(zone, 2)]), POD].join("---\n");

/** @param {HTMLButtonElement} button */
export async function createBlank(button) {
  button.disabled = true;
  try {
    await createScenario(t("Blank cluster"), BLANK);
  } catch (error) {
    toast(messageOf(error));
  } finally {
    button.disabled = false;
  }
}
