package scheduler

import (
	"slices"
	"sync"
)

type recorderJSON = map[string]any

// recorderTrace makes an entry of the trace of what the taps hear in a cycle; the README of the recorder has the keys.
type recorderTrace struct {
	mutex     sync.Mutex
	sampling  bool
	order     map[string]int
	entry     recorderJSON
	dryRun    bool
	nominated map[string]bool
	visited   map[string]bool
	feasible  []string
	failures  map[string]recorderJSON
	scores    map[string]map[string]int64
	normal    map[string]map[string]int64
	weights   map[string]int
	rejected  recorderJSON
	choices   recorderJSON
	ties      []string
	unscored  bool
	searched  bool
}

func newRecorderTrace(order []string, sampling bool) *recorderTrace {
	trace := &recorderTrace{sampling: sampling, order: map[string]int{}}
	for i, node := range order {
		trace.order[node] = i
	}
	return trace
}

func (t *recorderTrace) begin(pod, profile string) {
	t.entry = recorderJSON{"pod": pod, "profile": profile}
	t.dryRun, t.unscored, t.searched, t.feasible, t.ties = false, false, false, []string{}, nil
	t.nominated, t.visited = map[string]bool{}, map[string]bool{}
	t.failures, t.rejected, t.choices = map[string]recorderJSON{}, recorderJSON{}, recorderJSON{}
	t.scores, t.normal, t.weights = map[string]map[string]int64{}, map[string]map[string]int64{}, map[string]int{}
}

func recorderStatus(code string, reasons []string) recorderJSON {
	status := recorderJSON{"code": code}
	if len(reasons) > 0 {
		sorted := slices.Clone(reasons)
		slices.Sort(sorted)
		status["reasons"] = sorted
	}
	return status
}

func (t *recorderTrace) part(key string) recorderJSON {
	if t.entry[key] == nil {
		t.entry[key] = recorderJSON{}
	}
	return t.entry[key].(recorderJSON)
}

func (t *recorderTrace) inOrder(nodes []string) []string {
	sorted := slices.Clone(nodes)
	slices.SortFunc(sorted, func(a, b string) int { return t.order[a] - t.order[b] })
	return sorted
}

func (t *recorderTrace) PreFilter(plugin, code string, reasons, nodeNames []string) {
	status := recorderStatus(code, reasons)
	if nodeNames != nil {
		status["nodeNames"] = nodeNames
	}
	t.part("preFilter")[plugin] = status
}

func (t *recorderTrace) Filter(plugin, node string, pods, own int, code string, reasons []string) bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.dryRun {
		return false
	}
	t.visited[node] = true
	if pods > own {
		t.nominated[node] = true
	}
	if code == "Success" {
		return false
	}
	failure := recorderJSON{plugin: recorderStatus(code, reasons), "first": plugin}
	if pods > own {
		failure["pass"] = 1
	} else if t.nominated[node] {
		failure["pass"] = 2
	}
	t.failures[node] = failure
	return !t.sampling
}

func (t *recorderTrace) FilterToo(plugin, node, code string, reasons []string) {
	if code != "Success" {
		t.mutex.Lock()
		defer t.mutex.Unlock()
		t.failures[node][plugin] = recorderStatus(code, reasons)
	}
}

func (t *recorderTrace) PreScore(plugin, code string) {
	t.part("preScore")[plugin] = recorderJSON{"code": code}
}

func (t *recorderTrace) Score(plugin, node string, score int64, weight int) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.scores[plugin] == nil {
		t.scores[plugin], t.normal[plugin] = map[string]int64{}, map[string]int64{}
	}
	t.scores[plugin][node], t.normal[plugin][node], t.weights[plugin] = score, score, weight
}

func (t *recorderTrace) Normalized(plugin, node string, score int64) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.normal[plugin][node] = score
}

func (t *recorderTrace) Feasible(nodes []string) { t.feasible = nodes }

func (t *recorderTrace) NominatedNode(node string, fits bool) {
	t.entry["nominatedNodeTried"] = recorderJSON{"node": node, "fits": fits}
	t.visited, t.searched = map[string]bool{}, false
}

func (t *recorderTrace) Select(string) string {
	totals, best := map[string]int64{}, []string{}
	for _, node := range t.feasible {
		totals[node] = 0
		for plugin, scores := range t.normal {
			totals[node] += scores[node] * int64(t.weights[plugin])
		}
	}
	for _, node := range t.inOrder(t.feasible) {
		if len(best) > 0 && totals[node] > totals[best[0]] {
			best = nil
		}
		if len(best) == 0 || totals[node] == totals[best[0]] {
			best = append(best, node)
		}
	}
	if len(t.scores) > 0 {
		t.entry["score"], t.entry["normalized"], t.entry["weights"] = t.scores, t.normal, t.weights
	}
	if !t.unscored {
		t.entry["total"], t.entry["best"] = totals, best
	}
	if len(t.feasible) == 1 && !t.unscored {
		t.entry["scoringSkippedByScheduler"] = true
	}
	return best[0]
}

func (t *recorderTrace) Reserve(code string, reasons []string) {
	t.entry["reserve"] = recorderStatus(code, reasons)
}

func (t *recorderTrace) PreBind(node, code string, reasons []string) {
	t.entry["preBind"], t.entry["preBindNode"] = recorderStatus(code, reasons), node
}

func (t *recorderTrace) PostFilter(code, message string, nominates bool, node string) {
	result := t.part("postFilter")
	result["code"] = code
	if message != "" {
		result["message"] = message
	}
	if nominates {
		result["nominatedNode"] = node
	}
	if len(t.choices) > 0 {
		result["candidates"], result["best"] = t.choices, t.ties
	}
	if len(t.rejected) > 0 {
		result["rejected"] = t.rejected
	}
}

func (t *recorderTrace) DryRun(on bool) { t.dryRun = on }

func (t *recorderTrace) Candidate(node string, victims []string, violations int64) {
	t.choices[node] = recorderJSON{"victims": victims, "pdbViolations": violations}
	t.ties = []string{node}
}

func (t *recorderTrace) NoCandidate(node, code string, reasons []string) {
	t.rejected[node] = recorderStatus(code, reasons)
}

func (t *recorderTrace) SelectCandidate(ties []string) string {
	t.ties = t.inOrder(ties)
	return t.ties[0]
}

// end completes the entry with what only the whole cycle says.
func (t *recorderTrace) end() recorderJSON {
	if _, failed := t.entry["error"]; failed {
		kept := recorderJSON{}
		for _, key := range []string{"pod", "profile", "preFilter", "error"} {
			if t.entry[key] != nil {
				kept[key] = t.entry[key]
			}
		}
		t.entry, t.feasible = kept, []string{}
	} else if tried, ok := t.entry["nominatedNodeTried"].(recorderJSON); len(t.failures) > 0 && !(ok && tried["fits"] == true) {
		t.entry["filter"] = t.failures
	}
	t.entry["feasible"] = t.feasible
	if !t.sampling {
		t.entry["feasible"] = t.inOrder(t.feasible)
	}
	return t.entry
}
