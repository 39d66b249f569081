"""Exact odds of a procedure: its tree of answers, by grade, value, decision and input."""
