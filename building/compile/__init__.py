"""Compile Python for the browser."""
