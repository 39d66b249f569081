"""The journal as list, story and document."""
