"""The fight, the overlay roll, the players' screen."""
