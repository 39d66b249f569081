"""A play in progress, and the chances of each answer.

plays     rolled dice, and the dice or decision wanted next
choosing  exact chances after each answer to an open decision
ends      the certain result of each answer without further dice
"""
