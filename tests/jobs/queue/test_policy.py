"""The order of the line: what was begun, priority, weights within bounds, shares, arrival."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from nukki.jobs.queue import policy
from nukki.jobs.queue.policy import JUMPED_S, JUMPS, Busy, Slot, Waiting, forecast, in_order


def _line(text: str, **common: object) -> list[Waiting]:
    """`a:x b:y` as waiting jobs: who, then the family of weights, in order of arrival."""
    jobs = []
    for seq, word in enumerate(text.split(), 1):
        who, _, family = word.partition(":")
        jobs.append(Waiting(f"{seq}{word}", seq, who=who, family=family, **common))  # type: ignore[arg-type]
    return jobs


def _order(waiting: list[Waiting], slot: Slot | None = None) -> list[str]:
    return [item.job_id for item in in_order(waiting, slot or Slot())]


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("a a a", "1a 2a 3a"),
        ("a a a b", "1a 4b 2a 3a"),
        ("a a b b c", "1a 3b 5c 2a 4b"),
        ("", ""),
    ],
)
def test_turns_are_shared_between_those_who_ask_and_arrival_decides_the_rest(
    text: str, order: str
) -> None:
    assert " ".join(_order(_line(text, expected_s=10.0))) == order


def test_a_smaller_priority_number_goes_first_whoever_asks() -> None:
    jobs = [Waiting("usual", 1), Waiting("late", 2, priority=9), Waiting("first", 3, priority=0)]
    assert _order(jobs) == ["first", "usual", "late"]


def test_what_was_begun_goes_on_before_everything_else() -> None:
    jobs = [Waiting("first", 1, priority=0), Waiting("begun", 2, priority=9, begun=True)]
    assert _order(jobs) == ["begun", "first"]


def test_who_asks_for_long_jobs_gets_fewer_of_them() -> None:
    long = [Waiting(f"long{n}", n, who="a", expected_s=90.0) for n in range(1, 5)]
    short = [Waiting(f"short{n}", 10 + n, who="b", expected_s=30.0) for n in range(12)]
    early = _order(long + short)[:8]
    seconds = Counter[str]()
    for name in early:
        seconds[name[0]] += 90 if name.startswith("long") else 30
    assert seconds["l"] == pytest.approx(seconds["s"], abs=90)


def test_staying_away_saves_up_no_turns() -> None:
    slot = Slot()
    for job in _line("a a a a a", expected_s=10.0):
        slot = policy.after(slot, job)
    late = _line("a a a b b b", expected_s=10.0)
    assert [name[1] for name in _order(late, slot)] == ["b", "a", "b", "a", "b", "a"]


def test_jobs_of_the_weights_that_are_loaded_are_taken_together() -> None:
    assert _order(_line("a:x b:y a:x b:y")) == ["1a:x", "3a:x", "2b:y", "4b:y"]


def test_loaded_weights_keep_nobody_waiting_beyond_a_bound() -> None:
    jobs = _line("a:x " + "a:x " * 30 + "b:y", expected_s=1.0)
    assert _order(jobs).index("32b:y") == 1 + JUMPS
    slow = _line("a:x " * 6 + "b:y", expected_s=JUMPED_S / 2)
    assert _order(slow).index("7b:y") == 3


def test_loaded_weights_never_go_before_a_priority() -> None:
    jobs = [Waiting("x", 1, family="x"), Waiting("y", 2, family="y", priority=1)]
    assert _order(jobs, Slot(family="x")) == ["y", "x"]


def test_nobody_starves_whatever_arrives() -> None:
    dice = random.Random(7)
    slot, waiting, seen, waited = Slot(), [Waiting("poor", 0, who="z", family="q")], 1, 0
    while any(item.job_id == "poor" for item in waiting):
        waiting.append(Waiting(f"{seen}", seen, who=dice.choice("ab"), family=dice.choice("xy")))
        seen += 1
        taken = policy.choose(waiting, slot)
        assert taken is not None
        waiting = [item for item in waiting if item is not taken]
        slot = policy.after(slot, taken, waiting)
        waited += 1
    assert waited <= 3 * (JUMPS + 1)


def test_the_heads_of_each_queue_are_enough_to_choose() -> None:
    dice = random.Random(3)
    jobs = [
        Waiting(
            f"{n}", n, dice.choice((0, 5)), dice.choice("abc"), dice.choice("xyz"), dice.random()
        )
        for n in range(60)
    ]
    slot, rest, expected = Slot(), list(jobs), []
    while rest:
        taken = policy.choose(rest, slot)
        assert taken is not None
        rest.remove(taken)
        slot = policy.after(slot, taken, rest)
        expected.append(taken.job_id)
    assert _order(jobs) == expected


def test_a_forecast_counts_what_runs_and_everything_before() -> None:
    waiting = _line("a b", expected_s=20.0)
    turns = forecast(waiting, [Busy("running", "gpu", 5.0)], {"gpu": Slot()})
    assert [(turn.position, turn.starts_s, turn.ends_s) for turn in turns] == [
        (1, 5.0, 25.0),
        (2, 25.0, 45.0),
    ]


def test_a_forecast_over_two_slots_gives_each_job_to_the_one_that_is_free_first() -> None:
    waiting = _line("a a a", expected_s=10.0)
    slots = {"one": Slot(), "two": Slot()}
    turns = forecast(waiting, [Busy("running", "one", 4.0)], slots)
    assert [turn.starts_s for turn in turns] == [0.0, 4.0, 10.0]


def test_what_nobody_knows_stays_unknown_for_all_who_come_after() -> None:
    waiting = [Waiting("known", 1, expected_s=10.0), Waiting("unknown", 2), Waiting("after", 3)]
    turns = forecast(waiting, [], {"gpu": Slot()})
    assert [(turn.starts_s, turn.ends_s) for turn in turns] == [
        (0.0, 10.0),
        (10.0, None),
        (None, None),
    ]
    assert [turn.position for turn in forecast(waiting, [Busy("r", "gpu", None)], {"gpu": Slot()})]


def test_a_job_that_took_longer_than_it_counted_for_is_charged_for_it() -> None:
    slot = policy.after(Slot(), Waiting("a", 1, who="a", expected_s=10.0))
    assert policy.share(slot, "a", 20.0).served["a"] == pytest.approx(30.0)
    assert policy.share(slot, "gone", 20.0) == slot


def test_a_very_long_line_is_counted_to_its_end_but_not_promised_a_time() -> None:
    waiting = _line("a " * (policy.FORESEEN + 5), expected_s=1.0)
    turns = forecast(waiting, [], {"gpu": Slot()})
    assert [turn.position for turn in turns] == list(range(1, policy.FORESEEN + 6))
    assert turns[policy.FORESEEN - 1].starts_s == pytest.approx(policy.FORESEEN - 1)
    assert turns[policy.FORESEEN].starts_s is None
