"""Tableside: five tabletop games, every rule written once and read three ways."""
