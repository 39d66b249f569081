"""The open form: its fields, its participants, its play, and what is rolled next."""
