"""The roles of a roll and the values that sheets prefill."""
