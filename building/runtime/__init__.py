"""Assemble Pyodide and the modules around it."""
