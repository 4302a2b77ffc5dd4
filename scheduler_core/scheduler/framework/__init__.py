"""The scheduling framework: extension points, statuses, profiles and the runtime that calls the plugins."""
