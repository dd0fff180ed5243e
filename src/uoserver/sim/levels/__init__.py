"""Where matches come from: RFM maps and scenarios."""
