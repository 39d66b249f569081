"""Server faults by kind, and the sentence for each kind."""

from __future__ import annotations

import pytest

from app.sync.net_faults import KINDS, WORDS, kind_in


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ("10071 JetStreamApiError wrong last sequence: 7", "faster"),
        ("10164 JetStreamApiError wrong last sequence", "faster"),
        ("10027 JetStreamApiError maximum number of streams reached", "full"),
        ("10077 JetStreamApiError maximum bytes exceeded", "full"),
        ("10047 JetStreamApiError insufficient storage resources available", "full"),
        ("Error: 0 AuthorizationError Authorization Violation", "refused"),
        ("0 UserAuthenticationExpiredError User Authentication Expired", "refused"),
        ('0 PermissionViolationError Permissions Violation for Publish to "x"', "refused"),
        ("0 InvalidArgumentError 'payload' max_payload size exceeded", "size"),
        ("0 ProtocolError Maximum Payload Violation", "size"),
        ("10054 JetStreamApiError message size exceeds maximum allowed", "size"),
        ("0 ProtocolError maximum connections exceeded", "busy"),
        ("0 Error maximum connections exceeded", "busy"),
        ("0 AuthorizationError Authentication Timeout", "busy"),
        ("10008 JetStreamApiError JetStream system temporarily unavailable", "busy"),
        ("0 authorization: it asks for a login", "refused"),
        ("0 it hung up without a word", "gone"),
        ("10026 JetStreamApiError maximum consumers limit reached", "busy"),
        ("0 ProtocolError maximum account active connections exceeded", "busy"),
        ("10167 JetStreamApiError too many requests", "busy"),
        ("10059 StreamNotFoundError stream not found", "none"),
        ("0 disconnected", "gone"),
        ("0 TimeoutError timeout", "gone"),
        ("0 ConnectionError connection refused", "gone"),
        ("503 JetStreamNotEnabled jetstream is not enabled", "gone"),
        ("undefined", "gone"),
        ("", "gone"),
    ],
)
def test_a_fault_is_of_one_kind(error: str, kind: str) -> None:
    assert kind_in(error) == kind


def test_each_kind_has_its_sentence() -> None:
    """Each sentence says that data are saved or stay."""
    assert {*KINDS.values()} <= {*WORDS}
    for kind, words in WORDS.items():
        assert words.endswith("."), kind
        assert any(each in words for each in ("saved on this device", "stays")), kind
    assert len({*WORDS.values()}) == len(WORDS)
