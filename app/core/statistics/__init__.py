"""Statistics of rolls: luck of a session, fairness of a die."""
