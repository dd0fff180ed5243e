"""The read-only search path over game folders and their packs (``.pk3``)."""
