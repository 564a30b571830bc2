"""Reads other programs' saved games; an importer translates and never judges."""
