"""The referee for Carcassonne: rules on a position and cites the clause for every point."""
