"""What build.py is made of: one file for each thing that goes into `dist/`."""
