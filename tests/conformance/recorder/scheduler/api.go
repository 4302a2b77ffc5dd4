package scheduler

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	v1 "k8s.io/api/core/v1"
	clientset "k8s.io/client-go/kubernetes"
	restclient "k8s.io/client-go/rest"
)

// recorderAPI answers what the scheduler asks an API server within a cycle: it deletes pods, and writes their status.
// What it does is in the informers before it answers.
type recorderAPI struct {
	mutex     sync.Mutex
	informers recorderInformers
	deleted   []string
	cleared   []string
	attempted string
	version   int
}

func (api *recorderAPI) client() (clientset.Interface, error) {
	config := &restclient.Config{Host: "http://recorder", QPS: -1}
	config.ContentType, config.AcceptContentTypes = "application/json", "application/json"
	return clientset.NewForConfigAndClient(config, &http.Client{Transport: api})
}

// RoundTrip answers a request; anything unforeseen is a fault of the recorder, and ends it.
func (api *recorderAPI) RoundTrip(request *http.Request) (*http.Response, error) {
	api.mutex.Lock()
	defer api.mutex.Unlock()
	parts := strings.Split(strings.Trim(request.URL.Path, "/"), "/")
	if len(parts) < 6 || parts[2] != "namespaces" || parts[4] != "pods" {
		panic(fmt.Sprintf("the recorder's API server does not know %s %s", request.Method, request.URL.Path))
	}
	key := parts[3] + "/" + parts[5]
	pod := api.pod(key)
	if pod == nil {
		return answer(http.StatusNotFound, map[string]any{
			"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "NotFound", "code": http.StatusNotFound})
	}
	switch request.Method {
	case http.MethodDelete:
		api.deleted = append(api.deleted, key)
		if err := api.informers.of(pod).remove(pod); err != nil {
			return nil, err
		}
	case http.MethodPatch:
		if err := api.patch(key, pod, request.Body); err != nil {
			return nil, err
		}
	default:
		panic(fmt.Sprintf("the recorder's API server does not know %s %s", request.Method, request.URL.Path))
	}
	return answer(http.StatusOK, pod)
}

// patch follows the nomination; conditions are read by nobody within a scenario.
func (api *recorderAPI) patch(key string, pod *v1.Pod, body io.Reader) error {
	change := struct{ Status map[string]json.RawMessage }{}
	if err := json.NewDecoder(body).Decode(&change); err != nil {
		return err
	}
	node, nominates := change.Status["nominatedNodeName"]
	if !nominates {
		return nil
	}
	name := ""
	if err := json.Unmarshal(node, &name); err != nil {
		return err
	}
	if name == "" && pod.Status.NominatedNodeName != "" && key != api.attempted {
		api.cleared = append(api.cleared, key)
	}
	return api.nominate(pod, name)
}

func (api *recorderAPI) nominate(pod *v1.Pod, node string) error {
	changed := pod.DeepCopy()
	changed.Status.NominatedNodeName = node
	return api.put(changed)
}

// put stores a pod under a new resource version: the scheduler passes over updates that have the old one.
func (api *recorderAPI) put(pod *v1.Pod) error {
	api.version++
	pod.ResourceVersion = strconv.Itoa(api.version)
	return api.informers.of(pod).put(pod)
}

func (api *recorderAPI) pod(key string) *v1.Pod {
	object, known, err := api.informers.of(&v1.Pod{}).indexer.GetByKey(key)
	if err != nil || !known {
		return nil
	}
	return object.(*v1.Pod)
}

func answer(code int, object any) (*http.Response, error) {
	body, err := json.Marshal(object)
	if pod, ok := object.(*v1.Pod); ok {
		typed := pod.DeepCopy()
		typed.APIVersion, typed.Kind = "v1", "Pod"
		body, err = json.Marshal(typed)
	}
	header := http.Header{"Content-Type": {"application/json"}}
	return &http.Response{StatusCode: code, Header: header, Body: io.NopCloser(bytes.NewReader(body))}, err
}
