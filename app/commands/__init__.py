"""The commands of `python -m app` that may take their time, without a browser.

parts      work in parts: on all cores of this machine, or on a cluster
forecast   how a fight will go
scan       exact odds along one or two inputs
"""
