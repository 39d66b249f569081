"""Connections between two browsers of one network."""
