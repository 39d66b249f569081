"""Choose the Python of the page and pack it into chunks."""
