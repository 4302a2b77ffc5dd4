"""A rollout as a film: a frame for each new pod that comes, and how many of many rollouts end uneven."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scheduler_core import (
    Play,
    Recording,
    Scenario,
    end_states,
    moment_content,
    play,
    prepare,
    version_name,
)
from scheduler_core.contract import HardSpreadConstraint, PlayStay, Timeline
from webui.core.runs.picture import zones
from webui.features.learn.pictures.spread import constraint, spread_sum
from webui.features.learn.scene import Figures, FilmZone, Frame
from webui.features.learn.turn import Turn

ZONE = "topology.kubernetes.io/zone"


@dataclass(frozen=True)
class Rollout:
    """A play of the rollout of the only workload."""

    played: Play

    @classmethod
    def of(cls, scenario: Scenario, seed: int) -> Rollout:
        return cls(play(scenario, seed=seed))

    @cached_property
    def timeline(self) -> Timeline:
        return self.played.timeline()

    @property
    def scenario(self) -> Scenario:
        return self.played.start.scenario

    @cached_property
    def zone_of(self) -> dict[str, str]:
        return zones(self.scenario.cluster())

    @property
    def revision(self) -> str:
        """The newest revision."""
        return next(workload["revisions"][-1] for workload in self.timeline["workloads"])

    def film(self) -> list[Frame]:
        """Return the start, a frame for each pod of the newest revision, and the end."""
        begin = self.timeline["actions"][1]["first"]
        arrivals = sorted(
            (stay["placed"], stay["node"])
            for stay in self.timeline["stays"]
            if stay["revision"] == self.revision and stay["placed"] is not None
        )
        frames = [self._arrival(moment, node or "") for moment, node in arrivals]
        return [self._still(begin), *frames, self._still(len(self.timeline["moments"]) - 1)]

    def _still(self, moment: int) -> Frame:
        return {
            "zone": "",
            "moment": moment,
            "zones": self._zones(moment, None),
            "spread": None,
        }

    def _arrival(self, moment: int, node: str) -> Frame:
        """Return the frame of a pod that comes to a node, with the sums of its own cycle."""
        content: Mapping[str, Any] = moment_content(self.played, moment)
        pod = self.timeline["moments"][moment].get("pod", "").removeprefix("default/")
        recording = Recording.of(
            Scenario.from_content(content), kubernetes_version=version_name(self.scenario.version)
        )
        rule = constraint(Turn.of(recording, pod))
        return {
            "zone": self.zone_of[node],
            "moment": moment,
            "zones": self._zones(moment, rule),
            "spread": spread_sum(rule) if rule else None,
        }

    def _zones(self, moment: int, rule: HardSpreadConstraint | None) -> list[FilmZone]:
        domains = {domain["value"]: domain for domain in rule["domains"]} if rule else {}
        drawn: list[FilmZone] = []
        for name in sorted(set(self.zone_of.values())):
            there = [stay for stay in self.timeline["stays"] if self._is_in(stay, name, moment)]
            going = [stay for stay in there if stay["deleting"] is not None and stay["deleting"] <= moment]
            new = [stay for stay in there if stay["revision"] == self.revision and stay not in going]
            domain = domains.get(name)
            drawn.append(
                {
                    "name": name,
                    "new": len(new),
                    "old": len(there) - len(new) - len(going),
                    "going": len(going),
                    "count": domain["count"] if domain else None,
                    "skew": domain["skew"] if domain else None,
                    "fits": bool(domain and domain["fits"]),
                }
            )
        return drawn

    def _is_in(self, stay: PlayStay, zone: str, moment: int) -> bool:
        is_placed = stay["placed"] is not None and stay["placed"] <= moment
        is_there = stay["gone"] is None or stay["gone"] > moment
        return is_placed and is_there and self.zone_of.get(stay["node"] or "") == zone

    def figures(self) -> Figures:
        film = self.film()
        counts = [zone["new"] for zone in film[-1]["zones"]]
        rules = next(workload["constraints"] for workload in self.timeline["workloads"])
        return {
            "pods": sum(zone["new"] + zone["old"] for zone in film[0]["zones"]),
            "max_skew": rules[0]["max_skew"],
            "end": "/".join(map(str, counts)),
            **{f"{zone['name']}.end": zone["new"] for zone in film[-1]["zones"]},
        }


def uneven(scenario: Scenario, rollouts: int) -> Figures:
    """Return how many of the rollouts of the seeds 1 to `rollouts` end with more than maxSkew between two zones."""
    start = prepare(scenario)
    rules = next(workload["constraints"] for workload in play(start, seed=1).timeline()["workloads"])
    count = 0
    for end in end_states(start, seeds=rollouts, key=ZONE)["ends"]:
        pods = next(iter(end["counts"].values()))[:-1]  # the last are those without a node
        count += end["seeds"] if max(pods) - min(pods) > rules[0]["max_skew"] else 0
    return {"uneven": count, "rollouts": rollouts}
