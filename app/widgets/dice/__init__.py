"""Lines of dice, typed dice, names of dice."""
