"""The parts of build.py: one module for each part of `dist/`."""
