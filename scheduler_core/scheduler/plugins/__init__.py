"""The default plugins, one module each, named as upstream's folder (pkg/scheduler/framework/plugins @ v1.34.1)."""
