"""The state of a campaign: one frozen document, and the pure functions that change it."""
