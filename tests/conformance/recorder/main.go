// The recorder: scenarios come in, one JSON object a line; what the scheduler answered goes out.
package main

import (
	"fmt"
	"os"

	"k8s.io/kubernetes/pkg/scheduler"
)

func main() {
	if err := scheduler.Record(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
