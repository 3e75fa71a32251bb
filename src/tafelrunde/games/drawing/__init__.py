"""What the drawings of all games share: colours, pens, and the parts of an SVG document."""
