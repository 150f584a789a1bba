"""Against a service whose next two answers break on their way: ORIEL_BASE_URL and ORIEL_API_KEY."""

from __future__ import annotations

import unittest

from oriel import Oriel


class BrokenConnection(unittest.TestCase):
    def test_a_call_is_repeated_with_the_same_key_and_charged_once(self) -> None:
        client = Oriel()
        answer = client.inspect_keyword("hiking boots")
        self.assertEqual((0, True), (answer["usage"]["credits_charged"], answer["usage"]["replayed"]))
        self.assertEqual(3, client.last.attempts)


if __name__ == "__main__":
    unittest.main()
