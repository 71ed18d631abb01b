"""The contact sheet of a folder from anywhere: a refusal, and never a fault of our own."""

import pytest

from nukki.errors import InputError, StorageError
from nukki.jobs import contact
from tests.jobs.by_hand import job_in


def test_a_finished_picture_that_leads_out_of_the_job_or_is_gone_is_told(tmp_path):
    job = job_in(tmp_path / "storage")
    final, secret = job.root / "final/0_7.png", tmp_path / "secret.png"
    final.rename(secret)
    for there in (False, True):
        if there:
            final.symlink_to(secret)
        with pytest.raises(StorageError) as refused:
            contact.draw(job.files, "ko")
        assert refused.value.code == "storage-unreadable"
        assert str(tmp_path) not in refused.value.message("en")


def test_a_finished_picture_that_is_none_is_told(tmp_path):
    job = job_in(tmp_path)
    job.save("final/0_7.png", b"GIF89a")
    with pytest.raises(InputError):
        contact.draw(job.files, "ko")


def test_the_sheet_of_a_job_with_brand_pictures_is_drawn(tmp_path):
    job = job_in(tmp_path, 1)
    contact.draw(job.files, "ko")
    assert job.files.stat("sheet.png") is not None
