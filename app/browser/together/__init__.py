"""Other devices, as a browser reaches them: channels, and how they come about."""
