"""The descheduler's standard policies: whom they evict, and where the scheduler places the successors."""
