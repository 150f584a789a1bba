"""Against a running service: ORIEL_BASE_URL, and ORIEL_API_KEY of an account with at least 500 credits."""

from __future__ import annotations

import io
import threading
import unittest

import oriel
from oriel import CallOptions, Oriel

QUESTION = "hiking boots"
DOMAIN = "trailpeak.example"


def make_tester() -> Oriel:
    key = Oriel().create_api_credential("CI", mode="test")["key"]
    assert key is not None
    return Oriel(key)


class Calls(unittest.TestCase):
    def setUp(self) -> None:
        self.live = Oriel()

    def test_a_call_is_charged_once_and_carries_a_key_of_its_own(self) -> None:
        balance = self.live.get_credits()["balance"]
        keys = set()
        for _ in range(2):
            answer = self.live.inspect_keyword(QUESTION)
            self.assertEqual((2, False), (answer["usage"]["credits_charged"], answer["usage"]["replayed"]))
            keys.add(self.live.last.idempotency_key)
        self.assertEqual(2, len(keys))
        self.assertEqual(balance - 4, self.live.get_credits()["balance"])

    def test_a_call_is_answered_again_for_nothing_under_the_key_that_the_caller_gave(self) -> None:
        options = CallOptions(idempotency_key="python-journey-1")
        self.live.inspect_keyword(QUESTION, options=options)
        left = self.live.last.credits_left
        answer = self.live.inspect_keyword(QUESTION, options=options)
        self.assertTrue(answer["usage"]["replayed"])
        report = self.live.last
        self.assertEqual((0, left, True), (report.credits_charged, report.credits_left, report.is_replay))

    def test_an_answer_tells_of_the_tightest_window_and_of_the_limit_of_the_key(self) -> None:
        capped = Oriel(self.live.create_api_credential("capped", spend_limit=5)["key"])
        capped.inspect_keyword(QUESTION)
        report = capped.last
        self.assertEqual((5, 3), (report.key_limit.limit, report.key_limit.remaining))
        self.assertGreater(report.rate.limit, report.rate.remaining)
        self.assertEqual(report.credits_left, report.usage["balance_after"])

    def test_an_error_points_at_the_fault_of_a_request(self) -> None:
        with self.assertRaises(oriel.InvalidRequestError) as raised:
            self.live.inspect_keyword("")
        error = raised.exception
        self.assertEqual(("validation_error", 422, "/keyword"), (error.code, error.status, error.pointer))
        self.assertEqual((0, False), (error.credits_charged, error.retryable))
        self.assertTrue(error.request_id.startswith("req_"))

    def test_a_request_that_is_wrong_is_raised_as_what_it_is(self) -> None:
        for status, kind, call in (
            (401, oriel.AuthenticationError, Oriel("or_none").get_credits),
            (403, oriel.ForbiddenError, make_tester().list_api_credentials().first),
            (404, oriel.NotFoundError, lambda: self.live.undo_import("imp_none")),
        ):
            with self.subTest(status), self.assertRaises(kind) as raised:
                call()
            error = raised.exception
            self.assertEqual((status, False, 0), (error.status, error.retryable, error.credits_charged))

    def test_a_run_spends_its_budget_and_no_credit_more(self) -> None:
        job = self.live.run("python-job", 5)
        job.inspect_keyword(QUESTION)
        self.live.run("python-job").inspect_keyword(QUESTION)
        with self.assertRaises(oriel.RunBudgetExceededError) as raised:
            job.inspect_keyword(QUESTION)
        self.assertEqual(("run_budget_exceeded", 2), (raised.exception.code, raised.exception.credits_required))
        records = list(self.live.list_usage(run="python-job", status="answered"))
        self.assertEqual(4, sum(record["credits_charged"] for record in records))

    def test_a_lost_answer_is_raised_at_once_where_a_repetition_could_do_something_twice(self) -> None:
        nobody = Oriel("or_none", "http://127.0.0.1:1")
        with self.assertRaises(oriel.AnswerLostError) as raised:
            nobody.undo_import("imp_none")
        self.assertFalse(raised.exception.retryable)
        self.assertIsNone(raised.exception.credits_charged)


class Faults(unittest.TestCase):
    def setUp(self) -> None:
        self.tester = make_tester()

    def play(self, fault: str, **settings: object) -> Oriel:
        client = self.tester.with_settings(test_fault=fault, **settings)
        client.inspect_keyword(QUESTION)
        return client

    def test_a_passing_error_is_repeated_until_there_is_the_answer(self) -> None:
        for code in ("rate_limited", "upstream_unavailable"):
            with self.subTest(code):
                report = self.play(code).last
                self.assertEqual((200, 2), (report.status, report.attempts))

    def test_another_error_is_raised_as_what_it_is_after_one_attempt(self) -> None:
        client = self.tester.with_settings(test_fault="insufficient_credits")
        with self.assertRaises(oriel.CreditsError) as raised:
            client.inspect_keyword(QUESTION)
        error = raised.exception
        self.assertEqual((402, 0, 2), (error.status, error.credits_charged, error.credits_required))
        self.assertEqual(1, client.last.attempts)

    def test_an_answer_that_was_lost_or_cut_comes_again_for_nothing(self) -> None:
        for fault in ("answer_lost", "cut_stream"):
            with self.subTest(fault):
                report = self.play(fault).last
                self.assertEqual((2, True), (report.attempts, report.is_replay))
                self.assertEqual((0, 2), (report.usage["credits_charged"], report.usage["would_have_cost"]))

    def test_a_slow_answer_is_given_up_in_time_and_waited_for_with_the_same_key(self) -> None:
        client = self.tester.with_settings(test_fault="slow=1")
        with self.assertRaises(oriel.AnswerLostError) as raised:
            client.inspect_keyword(QUESTION, options=CallOptions(timeout=0.1, max_attempts=1))
        options = CallOptions(idempotency_key=raised.exception.idempotency_key)
        self.assertEqual("test", client.inspect_keyword(QUESTION, options=options)["usage"]["mode"])

    def test_a_wait_beyond_the_deadline_is_raised_at_once(self) -> None:
        client = self.tester.with_settings(test_fault="rate_limited", deadline=0.9)
        with self.assertRaises(oriel.RateLimitError) as raised:
            client.inspect_keyword(QUESTION)
        self.assertEqual((True, 1), (raised.exception.retryable, raised.exception.retry_after))
        self.assertEqual(1, client.last.attempts)

    def test_a_call_can_be_cancelled_in_a_wait_between_attempts(self) -> None:
        cancel = threading.Event()
        client = self.tester.with_settings(test_fault="upstream_unavailable", cancel=cancel)
        read = client._transport._exchange

        def read_and_cancel(*args: object) -> object:
            answer = read(*args)
            cancel.set()
            return answer

        client._transport._exchange = read_and_cancel
        with self.assertRaises(oriel.CallCancelledError):
            client.inspect_keyword(QUESTION)
        self.assertEqual(1, client.last.attempts)


class Lists(unittest.TestCase):
    def setUp(self) -> None:
        self.live = Oriel()

    def test_a_dataset_comes_page_by_page_with_all_of_its_rows(self) -> None:
        resource = self.live.inspect_domain(DOMAIN)["resources"][0]
        keywords = [row["keyword"] for row in self.live.dataset(resource, rows_on_page=50)]
        self.assertEqual((resource["rows"],) * 2, (len(keywords), len(set(keywords))))
        self.assertGreater(len(keywords), 100)

    def test_a_dataset_gives_the_columns_and_rows_that_were_chosen_in_their_order(self) -> None:
        resource = self.live.inspect_domain(DOMAIN)["resources"][0]
        pages = self.live.dataset(
            resource["uri"],
            fields=["keyword", "position"],
            where=[{"field": "position", "op": "<=", "value": 3}],
            sort=["-position", "keyword"],
            rows_on_page=20,
        )
        rows = list(pages)
        positions = [row["position"] for row in rows]
        self.assertGreater(len(rows), 20)
        self.assertEqual(sorted(positions, reverse=True), positions)
        self.assertLessEqual(max(positions), 3)
        self.assertEqual({"keyword", "position"}, set(rows[0]))
        self.assertEqual(rows[:20], pages.first())

    def test_a_dataset_downloads_as_a_file(self) -> None:
        resource = self.live.inspect_domain(DOMAIN)["resources"][0]
        file = io.BytesIO()
        size = self.live.download(resource, file, format="ndjson", fields=["keyword"])
        self.assertEqual(size, len(file.getvalue()))
        self.assertEqual(resource["rows"], len(file.getvalue().splitlines()))

    def test_a_dataset_that_is_not_there_is_an_error_and_not_an_empty_list(self) -> None:
        with self.assertRaises(oriel.DatasetUnavailableError):
            list(self.live.dataset("oriel://dataset/ranked-keywords/ds_01kbhs3x9mq6d8v0a2c4e6g8j0"))
        with self.assertRaises(oriel.InvalidRequestError) as raised:
            list(self.live.dataset("oriel://dataset/x"))
        self.assertEqual("invalid_dataset_uri", raised.exception.code)

    def test_the_usage_log_comes_page_by_page_by_the_links_of_the_service(self) -> None:
        job = self.live.run("python-pages", 100)
        for _ in range(5):
            job.inspect_keyword(QUESTION)
        pages = self.live.list_usage(run="python-pages", limit=2)
        self.assertEqual(5, len({record["request_id"] for record in pages}))
        self.assertEqual(2, len(pages.first()))


if __name__ == "__main__":
    unittest.main()
