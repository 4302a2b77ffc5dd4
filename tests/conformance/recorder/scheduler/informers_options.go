package scheduler

import "k8s.io/client-go/tools/cache"

// AddEventHandlerWithOptions is asked for since v1.33.
func (i *recorderInformer) AddEventHandlerWithOptions(handler cache.ResourceEventHandler, _ cache.HandlerOptions) (cache.ResourceEventHandlerRegistration, error) {
	return i.AddEventHandler(handler)
}
