"""Measurements, and the settings of the long runs."""
