"""What a call can end with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .types import NextAction, Problem, ProblemError


class OrielError(Exception):
    """Every failure that a call ends with.

    ``code`` is stable; the service's page of errors explains each.
    ``status`` is the HTTP status, None where no answer came.
    ``retryable`` says whether the same request may succeed later; the attempts
    of this call are used up, or its deadline is near.
    ``credits_charged`` is 0 where the service refused, None where its answer is
    lost: then a call may have been charged.
    ``idempotency_key``, sent with the same request, has the answer of the first
    one, free, within 24 hours.
    ``problem`` is all that the service said.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int | None = None,
        retryable: bool = False,
        retry_after: float | None = None,
        credits_charged: int | None = 0,
        request_id: str | None = None,
        idempotency_key: str | None = None,
        problem: Problem | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.retryable = retryable
        self.retry_after = retry_after
        self.credits_charged = credits_charged
        self.request_id = request_id
        self.idempotency_key = idempotency_key
        self.problem = problem

    @property
    def faults(self) -> list[ProblemError]:
        """Every fault of the request; empty where the request is not the cause."""
        return self.problem["errors"] if self.problem else []

    @property
    def pointer(self) -> str | None:
        """Where the first fault of the request is, as a JSON Pointer, such as ``/domain``."""
        return self.faults[0]["pointer"] if self.faults else None


class InvalidRequestError(OrielError):
    """The request must be changed first: 400, 405, 413, 415, 422, 431."""


class AuthenticationError(OrielError):
    """The key is missing, mistyped, expired or revoked: 401."""


class CreditsError(OrielError):
    """Balance, limit of the key or budget of the run do not cover the call: 402."""

    @property
    def credits_required(self) -> float | None:
        return self.problem.get("credits_required") if self.problem else None

    @property
    def balance(self) -> float | None:
        return self.problem.get("balance") if self.problem else None

    @property
    def action_url(self) -> str | None:
        """Page on which a person can buy credits or raise the limit."""
        return self.problem.get("action_url") if self.problem else None


class RunBudgetExceededError(CreditsError):
    """The run has reached its budget. The call did not start."""


class ForbiddenError(OrielError):
    """The key may not do this: 403."""


class NotFoundError(OrielError):
    """There is no such thing, or it belongs to another account: 404."""


class ConflictError(OrielError):
    """The first request with this key is still running, or what it is about is at work: 409."""


class RateLimitError(OrielError):
    """Too many calls, in a window or at once: 429."""


class ServiceError(OrielError):
    """The service or its source failed, and nothing was charged: 5xx with a problem."""


class AnswerLostError(OrielError):
    """No whole answer came: the connection broke, an attempt took too long, or
    something between answered in the service's place.

    Whether the call was made is not known; the same request with
    ``idempotency_key`` finds out for nothing.
    """


class CallCancelledError(OrielError):
    """The event of the caller was set before the call had an answer."""


class DatasetUnavailableError(OrielError):
    """The dataset has expired, never was or belongs to another account.

    ``next_actions`` has the call that makes it again, where it is known.
    """

    def __init__(self, message: str, request_id: str, next_actions: list[NextAction]) -> None:
        super().__init__(message, code="dataset_unavailable", status=200, request_id=request_id)
        self.next_actions = next_actions


_BY_STATUS: dict[int, type[OrielError]] = {
    401: AuthenticationError,
    402: CreditsError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def problem_error(problem: Problem, **rest: Any) -> OrielError:
    """A problem of the service as the error that it is."""
    status = problem["status"]
    kind = _BY_STATUS.get(status, ServiceError if status >= 500 else InvalidRequestError)
    if problem["code"] == "run_budget_exceeded":
        kind = RunBudgetExceededError
    return kind(
        problem["detail"],
        code=problem["code"],
        status=status,
        retryable=problem["retryable"],
        credits_charged=problem["credits_charged"],
        request_id=problem["request_id"],
        problem=problem,
        **rest,
    )
