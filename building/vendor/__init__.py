"""Copy and patch third-party files."""
