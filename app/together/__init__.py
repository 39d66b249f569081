"""Many devices at one table: what they say to each other, and who may see and do what."""
