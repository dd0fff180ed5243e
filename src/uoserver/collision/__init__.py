"""The clip model of a map: traces, contents and visibility (collision, collision2)."""
