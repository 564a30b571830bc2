"""The boxes: one folder each, with its rules, its clauses, its tiles and what else is in it."""
