"""A folder with which a run is made again on a real control plane, and its answers compared."""
