package scheduler

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/events"
	"k8s.io/klog/v2"
	schedulerapi "k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/latest"
	configscheme "k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

type recorderScenario struct {
	Name     string            `json:"name"`
	Mode     string            `json:"mode"`
	Config   json.RawMessage   `json:"config"`
	Gates    []string          `json:"gates"`
	Objects  []json.RawMessage `json:"objects"`
	Schedule []string          `json:"schedule"`
}

// recorderRun works off the pods of one scenario.
type recorderRun struct {
	sched *Scheduler
	api   *recorderAPI
	trace *recorderTrace
	bound int
}

type recorderNoEvents struct{}

func (recorderNoEvents) Eventf(runtime.Object, runtime.Object, string, string, string, string, ...interface{}) {
}
func (e recorderNoEvents) WithLogger(klog.Logger) events.EventRecorderLogger { return e }

// recorderEvents makes a recorder of events of whichever type the version asks for.
func recorderEvents[R any](string) R { return any(recorderNoEvents{}).(R) }

func recorderOnly[T any](one T) []T { return []T{one} }

// recorderNow is the run that is recorded: the methods of the scheduler that are replaced find it here.
var recorderNow *recorderRun

// Record answers each line of in, an object with a scenario, by a line with its nodeOrder and trace.
func Record(in io.Reader, out io.Writer) error {
	klog.SetOutput(io.Discard)
	klog.LogToStderr(false)
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<28)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for lines.Scan() {
		line := struct{ Scenario recorderScenario }{}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return err
		}
		order, trace, err := recordScenario(line.Scenario)
		answer := recorderJSON{"scenario": recorderJSON{"name": line.Scenario.Name}, "nodeOrder": order, "trace": trace}
		if err != nil {
			answer = recorderJSON{"scenario": recorderJSON{"name": line.Scenario.Name}, "error": err.Error()}
		}
		if err := encoder.Encode(answer); err != nil {
			return err
		}
	}
	return lines.Err()
}

func recordScenario(scenario recorderScenario) (order []string, entries []any, err error) {
	defer func() {
		if found := recover(); found != nil {
			err = fmt.Errorf("the scheduler ended: %v\n%s", found, debug.Stack())
		}
	}()
	// What the scheduler writes would be written later, at no definite time.
	if _, known := utilfeature.DefaultMutableFeatureGate.GetAll()["SchedulerAsyncAPICalls"]; known {
		scenario.Gates = append(scenario.Gates, "SchedulerAsyncAPICalls=false")
	}
	for _, gate := range scenario.Gates {
		if !strings.Contains(gate, "=") {
			gate += "=true"
		}
		if err := utilfeature.DefaultMutableFeatureGate.Set(gate); err != nil {
			return nil, nil, err
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	run, err := newRecorderRun(ctx, scenario)
	if err != nil {
		return nil, nil, err
	}
	if err := run.sched.Cache.UpdateSnapshot(klog.Background(), run.sched.nodeInfoSnapshot); err != nil {
		return nil, nil, err
	}
	nodes, err := run.sched.nodeInfoSnapshot.NodeInfos().List()
	if err != nil {
		return nil, nil, err
	}
	order = []string{}
	for _, node := range nodes {
		order = append(order, node.Node().Name)
	}
	run.trace = newRecorderTrace(order, scenario.Mode == "sampling")
	framework.Recorder, recorderNow = run.trace, run
	for _, pod := range scenario.Schedule {
		entry, err := run.attempt(ctx, pod)
		if err != nil {
			return nil, nil, err
		}
		entries = append(entries, entry)
	}
	return order, entries, nil
}

func newRecorderRun(ctx context.Context, scenario recorderScenario) (*recorderRun, error) {
	api := &recorderAPI{version: 1}
	client, err := api.client()
	if err != nil {
		return nil, err
	}
	factory := informers.NewSharedInformerFactory(client, 0)
	api.informers = newRecorderInformers(factory)
	config, err := recorderConfig(scenario.Config)
	if err != nil {
		return nil, err
	}
	sched, err := New(ctx, client, factory, nil,
		recorderEvents,
		WithComponentConfigVersion(config.APIVersion),
		WithProfiles(config.Profiles...),
		WithPercentageOfNodesToScore(config.PercentageOfNodesToScore),
		WithParallelism(1))
	if err != nil {
		return nil, err
	}
	objects, err := recorderObjects(scenario.Objects)
	if err != nil {
		return nil, err
	}
	for _, object := range objects {
		if pod, ok := object.(*v1.Pod); ok && (pod.Status.Phase == v1.PodSucceeded || pod.Status.Phase == v1.PodFailed) {
			continue
		}
		if informer := api.informers.of(object); informer != nil {
			object.(metav1.Object).SetResourceVersion("1")
			if err := informer.put(object); err != nil {
				return nil, err
			}
		}
	}
	return &recorderRun{sched: sched, api: api}, nil
}

func recorderConfig(text json.RawMessage) (*schedulerapi.KubeSchedulerConfiguration, error) {
	if len(text) == 0 || string(text) == "null" {
		return latest.Default()
	}
	object, _, err := configscheme.Codecs.UniversalDecoder().Decode(text, nil, nil)
	if err != nil {
		return nil, err
	}
	config, ok := object.(*schedulerapi.KubeSchedulerConfiguration)
	if !ok {
		return nil, fmt.Errorf("the configuration is a %T", object)
	}
	config.APIVersion = "kubescheduler.config.k8s.io/v1"
	return config, nil
}

func (run *recorderRun) attempt(ctx context.Context, key string) (recorderJSON, error) {
	pod := run.api.pod(key)
	if skipped := run.skipped(ctx, key, pod); skipped != nil {
		return skipped, nil
	}
	podInfo, err := framework.NewPodInfo(pod.DeepCopy())
	if err != nil {
		return nil, err
	}
	run.trace.begin(key, pod.Spec.SchedulerName)
	run.api.deleted, run.api.cleared, run.api.attempted = nil, nil, key
	run.sched.NextPod = func(klog.Logger) (*framework.QueuedPodInfo, error) {
		return &framework.QueuedPodInfo{PodInfo: podInfo}, nil
	}
	start := run.sched.nextStartNodeIndex
	run.sched.ScheduleOne(ctx)
	entry := run.trace.end()
	if result, ok := entry["postFilter"].(recorderJSON); ok {
		if len(run.api.deleted) > 0 {
			result["victims"] = run.api.deleted
		}
		if len(run.api.cleared) > 0 {
			result["clearedNominations"] = run.api.cleared
		}
	}
	if _, failed := entry["error"]; run.trace.sampling && !failed {
		entry["startIndex"], entry["nextStartIndex"] = start, run.sched.nextStartNodeIndex
		if run.trace.searched {
			entry["evaluatedNodes"] = max(len(run.trace.visited), len(run.trace.feasible)) // without filters none is visited
		}
	}
	return entry, nil
}

// skipped returns the entry of a pod for which there is no cycle, or nil.
func (run *recorderRun) skipped(ctx context.Context, key string, pod *v1.Pod) recorderJSON {
	entry := recorderJSON{"pod": key, "feasible": nil}
	why := ""
	if pod == nil {
		why = "NotFound"
	} else if pod.Spec.NodeName != "" {
		why = "AlreadyBound"
	} else if profile := run.sched.Profiles[pod.Spec.SchedulerName]; profile == nil {
		why = "NoProfile"
	} else if pod.DeletionTimestamp != nil {
		why, entry["profile"] = "Terminating", pod.Spec.SchedulerName
	} else {
		for _, plugin := range profile.PreEnqueuePlugins() {
			if status := plugin.PreEnqueue(ctx, pod); !status.IsSuccess() {
				entry["profile"] = pod.Spec.SchedulerName
				entry["preEnqueue"] = recorderJSON{plugin.Name(): recorderStatus(status.Code().String(), status.Reasons())}
				why = "Gated"
				break
			}
		}
	}
	if why == "" {
		return nil
	}
	entry["skipped"] = why
	return entry
}

// failed does what becomes of a pod for which the cycle found no node.
func (run *recorderRun) failed(rejected bool, err error, nominates bool, node string) {
	if rejected {
		run.trace.entry["fitError"] = err.Error()
	} else {
		run.trace.entry["error"] = err.Error()
	}
	pod := run.api.pod(run.api.attempted)
	if pod != nil && nominates {
		if err := run.api.nominate(pod, node); err != nil {
			panic(err)
		}
	}
}

// bind binds the pod, as the API server and the kubelet would.
func (run *recorderRun) bind(node string) {
	pod := run.api.pod(run.api.attempted).DeepCopy()
	pod.Spec.NodeName, pod.Status.NominatedNodeName = node, ""
	started := metav1.NewTime(time.Date(2030, 1, 1, 0, 0, run.bound, 0, time.UTC))
	pod.Status.StartTime = &started
	run.bound++
	run.trace.entry["selected"] = node
	if err := run.api.put(pod); err != nil {
		panic(err)
	}
}
