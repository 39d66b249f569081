"""Rolls in one tap.

favourites   starred and recent rolls
quick_start  a first roll in each game with a sample character
"""
