"""A procedure being played.

asks      roll, throw, choose, settle, foresee: the requests of a running procedure
readings  how a rule reads dice: folds with exact distributions
play      chance, hand, record: one driver with three sources of answers
"""
