"""Fight forecasts: the line-up, and the run in workers."""
