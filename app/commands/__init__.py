"""The command line: `tableside` for people, and the long commands of `python -m app`.

cli         the commands, with their arguments
names       procedures and inputs by name, with suggestions
options     arguments and options that several commands share
completion  the same names for the shell
rolling     a roll, with decisions and faces asked for at a terminal
reports     rolls, odds and scans, computed and printed
statistics  forecasts, luck and fairness, printed
printing    lines, tables and bars for people
serving     the built page
scan        exact odds along one or two inputs
forecast    the likely course of a fight
parts       work in parts: on all cores of this machine, or on a cluster
"""
