"""Work of the command beyond a run: traces of scenarios, and a benchmark."""
