"""Health and counters as pictures.

avatars   round pictures: initials in the side's colour, ringed by health
gauges    rings, bars and dots
counters  counters that are always in sight
"""
