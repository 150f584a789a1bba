"""Sends requests until each has an answer, a refusal that stands, or no time left."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from email.message import Message
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from .errors import AnswerLostError, CallCancelledError, OrielError, problem_error

if TYPE_CHECKING:
    from .types import Problem, TestFault, Usage

UNSET: Any = object()
"""A field that is left out, where None has a meaning of its own."""

FIRST_WAIT = 0.5
LONGEST_WAIT = 8.0


@dataclass(frozen=True)
class CallOptions:
    """How one call is made. What is None is as the client's settings say.

    ``idempotency_key`` of a paid call is made fresh for every call, and the same
    in all its attempts. ``timeout``: seconds in which one attempt must hear
    something; no call takes longer than 30. ``deadline``: seconds for all
    attempts and the waits between them. ``max_attempts``: 1 repeats nothing.
    ``test_fault``: the failure to play, for a test key. ``cancel`` ends the call
    before its next attempt, and in a wait.
    """

    idempotency_key: str | None = None
    timeout: float | None = None
    deadline: float | None = None
    max_attempts: int | None = None
    test_fault: TestFault | None = None
    cancel: threading.Event | None = None


@dataclass(frozen=True)
class Settings:
    """How a client makes its calls."""

    api_key: str
    base_url: str
    timeout: float = 40.0
    deadline: float = 120.0
    max_attempts: int = 4
    test_fault: TestFault | None = None
    cancel: threading.Event | None = None
    run_id: str | None = None
    run_budget: int | None = None

    def of(self, options: CallOptions, name: str) -> Any:
        chosen = getattr(options, name)
        return getattr(self, name) if chosen is None else chosen


@dataclass(frozen=True)
class Limit:
    limit: int
    remaining: int
    resets_at: int | None = None
    """Unix second."""


@dataclass(frozen=True)
class AnswerReport:
    """What an answer tells beside its body.

    ``rate`` is the tightest window of calls, ``key_limit`` the monthly limit of
    the key in credits, None where it has none. ``is_replay``: the first answer
    given again, for nothing.
    """

    status: int
    request_id: str | None
    credits_charged: int | None
    credits_left: int | None
    is_replay: bool
    rate: Limit | None
    key_limit: Limit | None
    usage: Usage | None
    attempts: int
    idempotency_key: str | None


@dataclass(frozen=True)
class Outgoing:
    """A request. ``is_keyed``: it goes out with an Idempotency-Key.
    ``is_repeatable``: it may be sent again where its answer is lost."""

    method: str
    path: str
    is_keyed: bool
    is_repeatable: bool
    query: dict[str, Any] | None = None
    body: dict[str, Any] | None = None


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key goes to no other address."""

    def redirect_request(self, *args: Any) -> None:
        return None


class Transport:
    def __init__(self, settings: Settings, version: str) -> None:
        self._settings = settings
        self._agent = f"oriel-python/{version}"
        self._opener = urllib.request.build_opener(_NoRedirect)
        self.last: AnswerReport | None = None

    def send(self, request: Outgoing, options: CallOptions) -> tuple[Any, Message]:
        """The answer and its headers. Raises OrielError."""
        settings = self._settings
        key = options.idempotency_key or (str(uuid.uuid4()) if request.is_keyed else None)
        ends_at = time.monotonic() + settings.of(options, "deadline")
        cancel: threading.Event | None = settings.of(options, "cancel")
        attempt = 0
        while True:
            attempt += 1
            if cancel is not None and cancel.is_set():
                raise _cancelled(key)
            try:
                return self._attempt(request, options, key, attempt, ends_at)
            except OrielError as error:
                wait = _wait_after(attempt, error.retry_after)
                is_last = attempt >= settings.of(options, "max_attempts")
                if not error.retryable or is_last or time.monotonic() + wait >= ends_at:
                    raise
            if cancel is None:
                time.sleep(wait)
            elif cancel.wait(wait):
                raise _cancelled(key)

    def download(self, url: str, to: BinaryIO) -> int:
        """Writes a file by a link that needs no key and gets none; its bytes."""
        written = 0
        try:
            with urllib.request.urlopen(url, timeout=self._settings.timeout) as response:
                expected = _integer(response.headers, "content-length")
                while chunk := response.read(65_536):
                    written += to.write(chunk)
        except (OSError, http.client.HTTPException) as cause:
            raise _lost("The file did not come. Ask for a new link.", True, None) from cause
        if expected is not None and written != expected:
            raise _lost(f"Of {expected} bytes {written} came.", True, None)
        return written

    def _attempt(
        self, request: Outgoing, options: CallOptions, key: str | None, attempt: int, ends_at: float
    ) -> tuple[Any, Message]:
        timeout = max(0.001, min(self._settings.of(options, "timeout"), ends_at - time.monotonic()))
        try:
            status, headers, data = self._exchange(self._request(request, options, key), timeout)
        except (OSError, http.client.HTTPException) as cause:
            raise _lost("No whole answer came.", request.is_repeatable, key) from cause
        body = _parsed(data)
        self.last = _report(status, headers, body, attempt, key)
        if 200 <= status < 300 and body is not None:
            return body, headers
        retry_after = _integer(headers, "retry-after")
        if isinstance(body, dict) and isinstance(body.get("code"), str) and "detail" in body:
            problem = cast("Problem", body)
            raise problem_error(problem, retry_after=retry_after, idempotency_key=key)
        is_passing = status < 300 or status == 429 or status >= 500
        raise _lost(
            f"The answer of status {status} is none of the service, or not whole.",
            is_passing and request.is_repeatable,
            key,
            status=status,
            retry_after=retry_after,
            request_id=headers.get("x-request-id"),
        )

    def _exchange(self, request: urllib.request.Request, timeout: float) -> tuple[int, Message, bytes]:
        try:
            with self._opener.open(request, timeout=timeout) as response:
                return response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read()

    def _request(
        self, request: Outgoing, options: CallOptions, key: str | None
    ) -> urllib.request.Request:
        settings = self._settings
        test_fault = settings.of(options, "test_fault")
        query = urllib.parse.urlencode(_told(request.query or {}))
        headers = {
            "accept": "application/json",
            "authorization": f"Bearer {settings.api_key}",
            "user-agent": self._agent,
            "content-type": None if request.body is None else "application/json",
            "idempotency-key": key,
            "x-run-id": settings.run_id,
            "x-run-budget": None if settings.run_budget is None else str(settings.run_budget),
            "x-test-fault": test_fault,
        }
        return urllib.request.Request(
            settings.base_url.rstrip("/") + request.path + (f"?{query}" if query else ""),
            data=None if request.body is None else json.dumps(_told(request.body)).encode(),
            method=request.method,
            headers={name: value for name, value in headers.items() if value is not None},
        )


def _told(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not UNSET}


def _lost(message: str, retryable: bool, key: str | None, **rest: Any) -> AnswerLostError:
    return AnswerLostError(
        message, code="answer_lost", retryable=retryable, idempotency_key=key, credits_charged=None, **rest
    )


def _cancelled(key: str | None) -> CallCancelledError:
    message = "The call was cancelled. It may have been made; its key tells."
    return CallCancelledError(message, code="cancelled", idempotency_key=key, credits_charged=None)


def _parsed(data: bytes) -> Any:
    """None where it is no JSON, such as an answer that was cut."""
    try:
        return json.loads(data)
    except ValueError:
        return None


def _wait_after(attempt: int, retry_after: float | None) -> float:
    """At least as long as the service asks for; else twice as long each time.

    A random part keeps clients from coming back at once.
    """
    grown = min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** (attempt - 1)) * random.uniform(0.5, 1)
    return grown if retry_after is None else retry_after + grown / 4


def _integer(headers: Message, name: str) -> int | None:
    value = headers.get(name)
    return int(value) if value is not None and value.isdecimal() else None


def _report(status: int, headers: Message, body: Any, attempts: int, key: str | None) -> AnswerReport:
    def limit(kind: str) -> Limit | None:
        most, remaining = (_integer(headers, f"x-{kind}-{part}") for part in ("limit", "remaining"))
        if most is None or remaining is None:
            return None
        return Limit(most, remaining, _integer(headers, f"x-{kind}-reset"))

    return AnswerReport(
        status=status,
        request_id=headers.get("x-request-id"),
        credits_charged=_integer(headers, "x-credits-charged"),
        credits_left=_integer(headers, "x-credits-balance"),
        is_replay=headers.get("idempotency-replayed") == "true",
        rate=limit("ratelimit"),
        key_limit=limit("credential"),
        usage=body.get("usage") if isinstance(body, dict) else None,
        attempts=attempts,
        idempotency_key=key,
    )
