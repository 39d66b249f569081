"""Fight forecasts: the line-up, the run in workers."""
