"""One table, many devices: the pure core. No connection, no storage, no clock.

seats      who sits at the table, in which part; what the game master allows
views      what a seat sees of a campaign, and tellings: of an entry
rights     who may do what; acts: what somebody means, as a record; making: an act, made
protocol   what devices say to each other, and how much of it is let in
host       the device that keeps the log; beside it hosting, acting, serving, mastering, handing
guest      a device that plays at another one's table; beside it guesting
codes      a connection's description as a short code, made of descriptions
table      what a host stores beside the log; log: where that is kept
"""
