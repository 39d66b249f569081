"""Exact odds of a procedure.

tree              every possibility, weighted, solved from the leaves up
odds              the chance of each grade, of success, of each value
distributions     mean, median and middle half of a distribution
conditional_odds  odds from the middle of a play, by answer to the next decision
policies          odds if all decisions are taken by a simple rule
helping           the gain of each lever
scans             odds along the range of one input or two
"""
