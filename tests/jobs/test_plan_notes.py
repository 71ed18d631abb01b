"""What a plan decided, as the person reads it."""

from nukki import i18n
from nukki.brief import load_mapping
from nukki.core.storage import Folder
from nukki.jobs import plan
from nukki.jobs.plan import Place

BRIEF = {
    "object_concept": "몇 개의 동전, 리본 말고 선물, 예쁜 컵, 쿠쿠룽퓽",
    "unmatched": "skip",
    "style": {"free_text": "우주적인 느낌", "negative": "흐림, 저화질"},
}


def test_every_note_is_a_whole_sentence_in_both_languages(tmp_path):
    (brief,) = load_mapping(BRIEF)
    notes = plan.plan(brief, Place(tmp_path, "render", dict, Folder(tmp_path))).payload.notes
    assert {note.code for note in notes} == {
        "concept-vague", "concept-negated", "concept-ignored", "concept-negative-unused",
        "note-words-skipped", "note-words-ignored",
    }  # fmt: skip
    for note in notes:
        for language in i18n.LANGUAGES:
            sentence = i18n.text(note.code, language, **note.context)
            assert "{" not in sentence
            assert all(value in sentence for value in note.context.values())
