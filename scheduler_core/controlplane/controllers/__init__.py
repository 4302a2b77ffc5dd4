"""The rules of the workload and node controllers: whom they create and delete, and in which order.

Pure functions on numbers and pods; `daytwo` applies them to a cluster. Each module names what it mirrors.
"""
