"""Try other versions of Pyodide and PyScript without changing anything (docs/upgrading.md)."""
