"""What kube-scheduler does: one cycle over the cluster, with its framework, configuration and plugins."""
