"""The REST API against its own description: schemathesis sends what the schema allows, and what it does not."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from server.clients import Person, Server

EXAMPLES = settings().max_examples // 2  # of each operation
CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("api"), logins_per_minute="100000") as server:
        yield server


@pytest.mark.hypothesis
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_every_answer_is_as_described(api: Server, mode: GenerationMode) -> None:
    schema = schemathesis.openapi.from_url(f"{api.url}/api/schema/openapi.json")
    operations = [operation.ok() for operation in schema.get_all_operations() if isinstance(operation, Ok)]
    assert len(operations) > 10
    for operation in operations:
        _send_all_kinds_of(operation, mode, api)
    assert '"level":"error"' not in api.log.read_text()


def _send_all_kinds_of(operation: Any, mode: GenerationMode, server: Server) -> None:
    """Each time as somebody new, since one of the operations is to be forgotten."""
    visitor = Person(server, "Schema")

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    def send(case: Any) -> None:
        case.call_and_validate(checks=CHECKS, headers={"Cookie": visitor.cookie})

    with suppress(Unsatisfiable):  # nothing wrong can be sent to what takes nothing
        send()
