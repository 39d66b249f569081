"""The participants of a roll.

casting       the roles of a procedure, and the inputs that sheets prefill, as values
participants  the possible participants, and the inputs that sheets and scene prefill
"""
