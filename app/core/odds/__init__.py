"""Exact odds of a procedure: the tree of its answers, read by grade, value, decision and input."""
