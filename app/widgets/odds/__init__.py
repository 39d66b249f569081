"""Odds, charts, pins, scans, helps."""
