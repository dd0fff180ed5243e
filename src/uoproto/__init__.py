"""Protocol 22 of Call of Duty: United Offensive, sans-IO: bytes and times in, events out."""
