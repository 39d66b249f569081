"""What happens when somebody does something: a message, and what it comes to.

    messages   what somebody did, as facts of the table: CounterStepped, RecordAdded, ...
    update     facts(message, state, games): what comes of it, from the state as it is by then

Pure Python. A message holds what was meant and never what was shown: whatever is computed is
computed from the state when the message's turn has come, so no tap undoes the one before it.
"""
