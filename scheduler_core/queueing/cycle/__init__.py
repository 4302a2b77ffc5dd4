"""One cycle of the scheduler: heads are nominated, ordered, and admitted or not."""
