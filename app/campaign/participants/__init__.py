"""Who plays which part in a roll, and the values that their sheets fill in."""
