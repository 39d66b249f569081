"""Settings of the device."""
