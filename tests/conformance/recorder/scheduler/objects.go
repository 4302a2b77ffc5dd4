package scheduler

import (
	"encoding/json"
	"fmt"
	"slices"

	v1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes/scheme"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
)

var builtInPriorities = map[string]int32{"system-cluster-critical": 2000000000, "system-node-critical": 2000001000}

// clusterWide are the kinds without a namespace that scenarios have.
var clusterWide = []string{
	"Node", "Namespace", "PriorityClass", "PersistentVolume", "StorageClass", "CSINode", "CSIDriver", "DeviceClass", "ResourceSlice",
	"VolumeAttachment", "RuntimeClass",
}

type recorderPriorityClass struct {
	Metadata         metav1.ObjectMeta    `json:"metadata"`
	Value            int32                `json:"value"`
	GlobalDefault    bool                 `json:"globalDefault"`
	PreemptionPolicy *v1.PreemptionPolicy `json:"preemptionPolicy"`
}

// recorderObjects reads the objects of a scenario and fills in what the API server would.
func recorderObjects(manifests []json.RawMessage) ([]runtime.Object, error) {
	classes := []recorderPriorityClass{}
	objects := []runtime.Object{}
	for _, manifest := range manifests {
		object, kind, err := scheme.Codecs.UniversalDeserializer().Decode(manifest, nil, nil)
		if err != nil {
			return nil, err
		}
		meta := object.(metav1.Object)
		if meta.GetNamespace() == "" && !slices.Contains(clusterWide, kind.Kind) {
			meta.SetNamespace("default")
		}
		if meta.GetUID() == "" {
			meta.SetUID(types.UID(fmt.Sprintf("%s-%s-%s", kind.Kind, meta.GetNamespace(), meta.GetName())))
		}
		if kind.Kind == "PriorityClass" {
			class := recorderPriorityClass{}
			if err := json.Unmarshal(manifest, &class); err != nil {
				return nil, err
			}
			classes = append(classes, class)
		}
		objects = append(objects, object)
	}
	for _, object := range objects {
		switch o := object.(type) {
		case *v1.Pod:
			corev1.SetObjectDefaults_Pod(o)
			setPriority(o, classes)
			addMatchLabelKeys(o)
		case *v1.Node:
			if o.Status.Allocatable == nil {
				o.Status.Allocatable = o.Status.Capacity
			}
		case *storagev1.StorageClass:
			if o.VolumeBindingMode == nil {
				immediate := storagev1.VolumeBindingImmediate
				o.VolumeBindingMode = &immediate
			}
		}
	}
	return objects, nil
}

func setPriority(pod *v1.Pod, classes []recorderPriorityClass) {
	if pod.Spec.Priority == nil {
		priority, known := builtInPriorities[pod.Spec.PriorityClassName]
		for _, class := range classes {
			named := pod.Spec.PriorityClassName != "" && class.Metadata.Name == pod.Spec.PriorityClassName
			if named || (pod.Spec.PriorityClassName == "" && class.GlobalDefault && !known) {
				priority, known = class.Value, true
				if pod.Spec.PreemptionPolicy == nil {
					pod.Spec.PreemptionPolicy = class.PreemptionPolicy
				}
			}
		}
		pod.Spec.Priority = &priority
	}
	if pod.Spec.PreemptionPolicy == nil {
		lower := v1.PreemptLowerPriority
		pod.Spec.PreemptionPolicy = &lower
	}
}

// addMatchLabelKeys does what the strategy of pods does on creation (pkg/registry/core/pod/strategy.go).
func addMatchLabelKeys(pod *v1.Pod) {
	terms := []*v1.PodAffinityTerm{}
	collect := func(required []v1.PodAffinityTerm, preferred []v1.WeightedPodAffinityTerm) {
		for i := range required {
			terms = append(terms, &required[i])
		}
		for i := range preferred {
			terms = append(terms, &preferred[i].PodAffinityTerm)
		}
	}
	if affinity := pod.Spec.Affinity; affinity != nil {
		if a := affinity.PodAffinity; a != nil {
			collect(a.RequiredDuringSchedulingIgnoredDuringExecution, a.PreferredDuringSchedulingIgnoredDuringExecution)
		}
		if a := affinity.PodAntiAffinity; a != nil {
			collect(a.RequiredDuringSchedulingIgnoredDuringExecution, a.PreferredDuringSchedulingIgnoredDuringExecution)
		}
	}
	for _, term := range terms {
		require(pod, term.LabelSelector, term.MatchLabelKeys, metav1.LabelSelectorOpIn)
		require(pod, term.LabelSelector, term.MismatchLabelKeys, metav1.LabelSelectorOpNotIn)
	}
	for _, constraint := range pod.Spec.TopologySpreadConstraints {
		require(pod, constraint.LabelSelector, constraint.MatchLabelKeys, metav1.LabelSelectorOpIn)
	}
}

func require(pod *v1.Pod, selector *metav1.LabelSelector, keys []string, operator metav1.LabelSelectorOperator) {
	for _, key := range keys {
		value, has := pod.Labels[key]
		if selector == nil || !has {
			continue
		}
		wanted := metav1.LabelSelectorRequirement{Key: key, Operator: operator, Values: []string{value}}
		same := func(r metav1.LabelSelectorRequirement) bool {
			return r.Key == key && r.Operator == operator && slices.Equal(r.Values, wanted.Values)
		}
		if !slices.ContainsFunc(selector.MatchExpressions, same) {
			selector.MatchExpressions = append(selector.MatchExpressions, wanted)
		}
	}
}
