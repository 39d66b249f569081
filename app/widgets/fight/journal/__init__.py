"""The fight in the journal.

descriptions  entries about the encounter and the clock, in words
fights        the summary of a finished fight
"""
