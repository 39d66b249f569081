"""Tableside: five tabletop games, every rule written once and read three ways."""

#: The version, which stands here alone.
VERSION = "0.1.0"
