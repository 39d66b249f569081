"""The open form and its play."""
