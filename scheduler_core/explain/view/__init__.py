"""A cycle for its reader: traces, columns, ledgers, operands and facts; cycles computed again; a run at a glance."""
