"""The fight: order, actions, health, due rolls, the players' screen."""
