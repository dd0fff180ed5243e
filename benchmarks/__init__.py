"""Measurements of the hot paths against plain loops: ``python -m benchmarks [--json]``."""
