"""Check the machine and find its programs."""
