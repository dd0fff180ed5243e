"""Headless dedicated server for Call of Duty: United Offensive, built on `uoproto`."""
