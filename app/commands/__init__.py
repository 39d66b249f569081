"""The commands of `python -m app` that may take long, without a browser.

parts work in parts: on all cores of this machine, or on a cluster forecast the likely course of a
fight scan exact odds along one or two inputs
"""
