"""The participants of a roll.

casting       the roles of a procedure
participants  the possible participants of a roll
prefill       the inputs that sheets, scene and encounter prefill, by one order of precedence
"""
