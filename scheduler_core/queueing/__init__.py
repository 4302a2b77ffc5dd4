"""What Kueue decides before kube-scheduler looks: which workload gets quota, flavors and a place."""
