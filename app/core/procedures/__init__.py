"""Playable rules and their declarations.

procedure  a rule with its declaration; bound to checked inputs
inputs     the inputs of a procedure, declared in its signature
kinds      the values that an input or a sheet field may hold
labels     labels and counted nouns in words
levers     changes that the acting side can make before it rolls
outcomes   grade, success, values, effects, steps
tables     data that the rules look up and the screen shows
notations  inputs in a small language of a game's own
"""
