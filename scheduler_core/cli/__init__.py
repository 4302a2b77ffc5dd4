"""The subcommands that are more than a run: traces of scenarios, and a benchmark."""
