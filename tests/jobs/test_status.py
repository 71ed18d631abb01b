"""Where a job stands, of folders that may come from anywhere."""

import pytest

from nukki.jobs.status import MAX_OFFSET, CandidateStatus


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ([17, -14], (17, -14)),
        ([MAX_OFFSET, 0], (MAX_OFFSET, 0)),
        ([0, MAX_OFFSET + 1], None),
        ([1], None),
        ([1, 2, 3], None),
        ([True, 2], None),
        ([1.0, 2], None),
        ("12", None),
        (None, None),
    ],
)
@pytest.mark.parametrize("of", ["offset", "original_offset"])
def test_an_offset_is_two_whole_numbers_or_unknown(of, written, known):
    assert CandidateStatus(0, 7, facts={of: written}).offset(of) == known
    assert CandidateStatus(0, 7).offset(of) is None
