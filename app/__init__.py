"""Tableside: five tabletop games, every rule written once and read three ways."""

#: The version, defined only here.
VERSION = "1.0.0"
