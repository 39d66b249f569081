"""The journal further back."""
