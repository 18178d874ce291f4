"""Valid and invalid requests that schemathesis generates from the OpenAPI document.

Every response must be one that the document declares, and never an internal error.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from warnings import catch_warnings, simplefilter

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import HypothesisDeprecationWarning, Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.failures import AcceptedNegativeData, FailureGroup
from schemathesis.core.result import Ok
from schemathesis.openapi.checks import IgnoredAuth, RejectedPositiveData

from splendor.client import Client

MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
# The document cannot say which names, options and moves are valid, so a request that matches it may
# be refused, and one that does not may be accepted (an invalid path is just not found).
NOT_PROMISED = (AcceptedNegativeData, RejectedPositiveData, IgnoredAuth)
MOST_REPORTED = 5


@dataclass(slots=True)
class FuzzResult:
    """The number of requests, the statuses of the answers, and answers that are wrong."""

    requests: int = 0
    operations: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    @property
    def internal_errors(self) -> int:
        """The number of answers with status 500."""
        return sum(count for status, count in self.statuses.items() if status == 500)


def try_api(client: Client, table: str, examples: int, number: int = 1) -> FuzzResult:
    """Try every operation, with `examples` valid and `examples` invalid requests."""
    tried = FuzzResult()
    schema = schemathesis.openapi.from_url(f"{client.origin}/api/openapi.json")
    for result in schema.get_all_operations():
        assert isinstance(result, Ok), result
        tried.operations += 1
        for mode in MODES:
            try_operation(result.ok(), mode, examples, number, probe_of(client, table, tried))
    return tried


def try_operation(
    operation: Any, mode: GenerationMode, examples: int, number: int, probe: Callable[[Any], None]
) -> None:
    strategy = operation.as_strategy(generation_mode=mode)
    limits = settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    wrapped: Any = given(strategy)
    test = seed(number)(limits(wrapped(probe)))
    with suppress(Unsatisfiable), catch_warnings():
        # An operation without parameters has no invalid requests. The warning is about how the
        # library draws random numbers.
        simplefilter("ignore", HypothesisDeprecationWarning)
        test()


def probe_of(client: Client, table: str, tried: FuzzResult) -> Callable[[Any], None]:
    headers = {"Origin": client.origin, **({"Cookie": client.cookie} if client.cookie else {})}

    def probe(case: Any) -> None:
        if "table" in case.path_parameters and tried.requests % 2:
            case.path_parameters["table"] = table  # otherwise all answers would be 404
        response = case.call(headers=headers)
        tried.requests += 1
        tried.statuses[response.status_code] += 1
        try:
            case.validate_response(response, headers=headers)
        except FailureGroup as group:
            failures = [each for each in group.exceptions if not isinstance(each, NOT_PROMISED)]
            if failures and len(tried.wrong) < MOST_REPORTED:
                tried.wrong.append(
                    f"{case.method} {case.path}: {failures[0]!r} {response.text[:200]}"
                )

    return probe
