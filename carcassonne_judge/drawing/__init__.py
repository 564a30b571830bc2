"""Pictures of tiles and tables: SVG, PNG and text, drawn from the segments alone.

What things look like is in the boxes' ``box.yaml`` under ``look:``; nothing here knows a box.
"""
