"""Odds, charts, pins, scans, best options."""
