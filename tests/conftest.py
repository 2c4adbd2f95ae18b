"""What all tests share."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "suite",
    max_examples=60,
    deadline=None,  # machines are noisy
    derandomize=True,  # the same run everywhere; `pytest --hypothesis-profile=explore` looks further
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("explore", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")
