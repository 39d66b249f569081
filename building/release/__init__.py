"""Assemble a release: packages, the page as one file, checksums and notes."""
