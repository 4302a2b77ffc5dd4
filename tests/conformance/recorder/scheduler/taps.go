package framework

// Taps hear what the scheduler asks its plugins and what they answer. The recorder sets them before it starts; the
// calls are written into the scheduler's sources while they are built (see sources.py).
type Taps interface {
	PreFilter(plugin, code string, reasons []string, nodeNames []string)
	// Filter returns whether the other plugins are to be asked too. pods are those that the node has in this call,
	// own those of the snapshot: nominated pods make the difference.
	Filter(plugin, node string, pods, own int, code string, reasons []string) bool
	FilterToo(plugin, node, code string, reasons []string)
	PreScore(plugin, code string)
	Score(plugin, node string, score int64, weight int)
	Normalized(plugin, node string, score int64)
	Feasible(nodes []string)
	NominatedNode(node string, fits bool)
	// Select returns the node to take, of those with the highest total.
	Select(found string) string
	Reserve(code string, reasons []string)
	PreBind(node, code string, reasons []string)
	PostFilter(code, message string, nominates bool, node string)
	// DryRun says whether nodes are tried for preemption, where filters are not recorded.
	DryRun(on bool)
	Candidate(node string, victims []string, violations int64)
	NoCandidate(node, code string, reasons []string)
	// SelectCandidate returns which of the equally good nodes to take.
	SelectCandidate(ties []string) string
}

// Recorder hears all of it.
var Recorder Taps
