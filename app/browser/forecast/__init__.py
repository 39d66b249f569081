"""Fight forecasts."""
