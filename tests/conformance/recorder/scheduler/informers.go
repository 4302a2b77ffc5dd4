package scheduler

import (
	"reflect"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	clientset "k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/cache"
)

// recorderInformer is an informer that is told its objects and tells its handlers at once, in the caller's goroutine.
// Methods that nobody calls here are those of a nil informer.
type recorderInformer struct {
	cache.SharedIndexInformer
	indexer  cache.Indexer
	handlers []cache.ResourceEventHandler
}

type recorderRegistration struct {
	cache.ResourceEventHandlerRegistration
}

func (recorderRegistration) HasSynced() bool { return true }

func (i *recorderInformer) AddEventHandler(handler cache.ResourceEventHandler) (cache.ResourceEventHandlerRegistration, error) {
	i.handlers = append(i.handlers, handler)
	return recorderRegistration{}, nil
}

func (i *recorderInformer) AddEventHandlerWithResyncPeriod(handler cache.ResourceEventHandler, _ time.Duration) (cache.ResourceEventHandlerRegistration, error) {
	return i.AddEventHandler(handler)
}

func (i *recorderInformer) AddIndexers(indexers cache.Indexers) error {
	missing := cache.Indexers{}
	for name, index := range indexers {
		if _, known := i.indexer.GetIndexers()[name]; !known {
			missing[name] = index
		}
	}
	return i.indexer.AddIndexers(missing)
}

func (i *recorderInformer) SetTransform(cache.TransformFunc) error { return nil }

func (i *recorderInformer) GetIndexer() cache.Indexer { return i.indexer }
func (i *recorderInformer) GetStore() cache.Store     { return i.indexer }
func (i *recorderInformer) HasSynced() bool           { return true }

func (i *recorderInformer) put(object runtime.Object) error {
	old, known, err := i.indexer.Get(object)
	if err != nil {
		return err
	}
	if err := i.indexer.Update(object); err != nil {
		return err
	}
	for _, handler := range i.handlers {
		if known {
			handler.OnUpdate(old, object)
		} else {
			handler.OnAdd(object, false)
		}
	}
	return nil
}

func (i *recorderInformer) remove(object runtime.Object) error {
	if err := i.indexer.Delete(object); err != nil {
		return err
	}
	for _, handler := range i.handlers {
		handler.OnDelete(object)
	}
	return nil
}

// recorderInformers has one for each type of the API.
type recorderInformers map[reflect.Type]*recorderInformer

func newRecorderInformers(factory informers.SharedInformerFactory) recorderInformers {
	all := recorderInformers{}
	for _, of := range scheme.Scheme.AllKnownTypes() {
		object, ok := reflect.New(of).Interface().(runtime.Object)
		if _, named := object.(metav1.Object); !ok || !named {
			continue
		}
		informer := &recorderInformer{indexer: cache.NewIndexer(
			cache.MetaNamespaceKeyFunc, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})}
		all[reflect.TypeOf(object)] = informer
		factory.InformerFor(object, func(clientset.Interface, time.Duration) cache.SharedIndexInformer { return informer })
	}
	return all
}

func (all recorderInformers) of(object runtime.Object) *recorderInformer {
	return all[reflect.TypeOf(object)]
}
