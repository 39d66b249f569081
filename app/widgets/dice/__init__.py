"""Dice lines, typed dice, dice names."""
