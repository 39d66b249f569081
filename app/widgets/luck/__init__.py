"""Luck and dice fairness."""
