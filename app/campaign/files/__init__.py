"""Files and stored rows: formats, shapes, validation, imports, backups, health."""
