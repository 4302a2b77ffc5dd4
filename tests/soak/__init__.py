"""Random kills of the processes and connections of an installation, while runs are computed and watched."""
