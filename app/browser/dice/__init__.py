"""Lines of dice while they are typed."""
