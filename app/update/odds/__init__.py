"""Odds beside the open form: pins, scans, helps."""
