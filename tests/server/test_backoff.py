"""How long guessing must wait, with a clock that stands still until it is moved."""

import pytest

from nukki.errors import InputError
from nukki.server.backoff import ALL, MAX_ADDRESSES, ONE, Backoff


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def backoff(clock):
    return Backoff(now=clock)


def wait_s(backoff, address):
    """How long the next attempt must wait; 0 when it was made, and missed."""
    try:
        backoff.begin(address)
    except InputError as refused:
        return refused.context["retry_after_s"]
    return 0


def test_the_wait_doubles_with_every_miss_up_to_five_minutes(backoff, clock):
    waits = []
    for _ in range(ONE.free + 12):
        while (wait := wait_s(backoff, "10.0.0.1")) > 0:
            waits.append(wait)
            clock.now += wait
    assert waits == [2, 3, 5, 9, 17, 33, 65, 129, 257, 301, 301]


def test_the_refusal_says_when_to_come_back(backoff):
    for _ in range(ONE.free + 1):
        backoff.begin("10.0.0.1")
    with pytest.raises(InputError) as refused:
        backoff.begin("10.0.0.1")
    assert (refused.value.code, refused.value.context) == (
        "attempts-too-many",
        {"retry_after_s": 2},
    )


def test_asking_during_the_wait_makes_it_no_longer(backoff, clock):
    while wait_s(backoff, "10.0.0.1") == 0:
        clock.now += 0.01
    first = wait_s(backoff, "10.0.0.1")
    for _ in range(50):
        assert wait_s(backoff, "10.0.0.1") == first


def test_a_right_password_and_a_quiet_while_make_up_for_all(backoff, clock):
    for _ in range(ONE.free):
        backoff.begin("10.0.0.1")
    backoff.begin("10.0.0.1")
    backoff.succeed("10.0.0.1")
    assert wait_s(backoff, "10.0.0.1") == 0
    for _ in range(ONE.free):
        wait_s(backoff, "10.0.0.2")
    assert wait_s(backoff, "10.0.0.2") == 0
    assert wait_s(backoff, "10.0.0.2") > 0
    clock.now += ONE.forget_s
    assert wait_s(backoff, "10.0.0.2") == 0


def test_guessing_from_many_addresses_is_slowed_down_for_all_of_them(backoff, clock):
    made = 0
    for second in range(600):
        for number in range(20):
            made += wait_s(backoff, f"10.{second % 250}.{number}.1") == 0
        clock.now += 1
    assert made < ALL.free + 600 / ALL.most_s + 20


def test_nobody_else_can_lock_out_an_address_that_got_in_before(backoff, clock):
    backoff.begin("192.0.2.1")
    backoff.succeed("192.0.2.1")
    for number in range(500):
        wait_s(backoff, f"10.0.{number % 250}.{number // 250}")
    assert wait_s(backoff, "203.0.113.1") <= ALL.most_s + 1
    assert wait_s(backoff, "192.0.2.1") == 0


def test_one_household_of_ipv6_is_one_address(backoff):
    for number in range(ONE.free + 1):
        backoff.begin(f"2001:db8:1:2::{number:x}")
    assert wait_s(backoff, "2001:db8:1:2:ffff::1") > 0
    assert wait_s(backoff, "2001:db8:1:3::1") == 0


def test_what_is_remembered_is_bounded(clock):
    backoff = Backoff(now=clock)
    for number in range(MAX_ADDRESSES + 100):
        wait_s(backoff, f"host-{number}")
    assert len(backoff._misses) == MAX_ADDRESSES
