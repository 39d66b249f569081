"""Search and keyboard shortcuts."""
