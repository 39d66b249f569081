"""The open form: its fields, its participants, its play, and its follow-ups."""
