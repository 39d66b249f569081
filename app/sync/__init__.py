"""The shared table of several devices: the pure core, without connection, storage or clock.

seats       seats at the table, their roles, and the game master's rules
views       the part of a campaign that a seat sees; visibility: of an entry
rights      the rights of a seat; mutations: intents as records; apply: apply a mutation
protocol    messages between devices, their shapes and limits
host        the device that keeps the log, with host_update, action_queue, broadcast,
            moderation and host_migration
guest       a device at another one's table, with guest_update
codes       a connection's description as a short code, with descriptions
wire        texts in frames, and a heartbeat during silence
net_links   invitations over the internet; net_faults: faults of the server
table       the host's record beside the log; log: the interface to the log
"""
