"""The profile under which `make fuzz` runs the property tests: many more cases, no hurry."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "fuzz", max_examples=5000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
