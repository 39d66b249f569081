"""Odds beside the open form."""
