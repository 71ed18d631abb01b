"""Tokens to mentions: which words stand for things, with their counts, sizes and colours.

The longest run of words that means something wins; what is left over is reported, not lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nukki.catalog import words
from nukki.catalog.lexicon import lexicon
from nukki.catalog.mentioned import Asks, Mention, Notes, Said, Size
from nukki.catalog.spans import as_spaced, crosses, curated, is_nominal, may_mean, may_separate
from nukki.catalog.tokens import Token, tokenise
from nukki.catalog.vocabulary import vocabulary

LONGEST = 6
_FLAT = frozenset(("3D", "2D"))
_MULTIPLES = frozenset(words.key(word) for word in ("dozen", "dozen of", "hundred"))


class Reader:
    """One walk over the tokens of a concept; `mentions`, `said` and `notes` are its result.

    `user_shapes` says which SVG a word is drawn from, `chosen` which icon a person picked for it.
    """

    def __init__(
        self, text: str, user_shapes: Mapping[str, str], chosen: Mapping[str, str] | None = None
    ) -> None:
        self.text = text
        self.tokens = tokenise(text)
        self.user = {words.key(word): (word, ref) for word, ref in user_shapes.items()}
        self.chosen = {words.key(word): name for word, name in (chosen or {}).items()}
        self.shouting = text.isupper() and len(text.split()) > 1 and not words.is_korean(text)
        self.mentions: list[Mention] = []
        self.said: list[Said] = []
        self.notes = Notes()
        self.negating = False
        self.counter = 0
        self.leading = True
        self._start_item()
        place = 0
        while place < len(self.tokens):
            place = self._step(place)
        self._end_item()

    def _start_item(self) -> None:
        self.size: Size = "normal"
        self.count: int | None = None
        self.colour: str | None = None
        self.prior: Mention | None = None
        self.fallback: tuple[Token, ...] = ()
        self.prior_end = -1
        self.item = len(self.mentions)

    def _end_item(self) -> None:
        """A style word that is all an item holds, and names a thing, is that thing: "glass"."""
        if self.prior is None and self.fallback:
            surface = self._surface(self.fallback[0], self.fallback[-1])
            self._at(self.fallback)
            self.said = [said for said in self.said if (said.start, said.end) != self.here]
            self._add(Mention(surface, "icon", vocabulary().find(surface)))
            if surface in self.notes.ignored:
                self.notes.ignored.remove(surface)
        self._start_item()

    def _end_heading(self) -> None:
        """A heading's theme is no thing: of "summer sale: parasol" only the parasol is drawn."""
        self.fallback = ()
        themed = self.mentions[self.item :]
        self.mentions[self.item :] = [m for m in themed if m.kind in ("icon", "svg")]
        for theme in themed:
            if theme.kind in ("text", "unknown"):
                self.notes.ignored.append(theme.word)
                self.said.append(Said("ignored", theme.start, theme.end))

    def _at(self, span: tuple[Token, ...]) -> None:
        """Stand at these words: whatever is added or said now is about them."""
        self.here = (span[0].start, span[-1].end)

    def _say(self, asks: Asks) -> None:
        self.said.append(Said(asks, *self.here))

    def _surface(self, first: Token, last: Token) -> str:
        return self.text[first.start : last.end]

    def _step(self, place: int) -> int:
        """Read what begins at `place`; the place after it."""
        token = self.tokens[place]
        self._at((token,))
        if token.kind == "break":
            self.negating = False
            if token.text == ":" and self.leading:
                self._end_heading()
            self.leading = "\n" in token.text
            self._end_item()
            return place + 1
        if token.kind in ("letters", "emoji", "number"):
            return self._special(place)
        if (end := self._slogan_end(place)) > place:
            slogan = self._surface(token, self.tokens[end - 1])
            self._at(tuple(self.tokens[place:end]))
            self._add(Mention(slogan, "text", ref=" ".join(slogan.split())))
            return end
        counting = self._is_counter(place + 1) and lexicon().role(token.text, "number")
        longest = 1 if counting else LONGEST
        for stop in range(min(len(self.tokens), place + longest), place, -1):
            span = tuple(self.tokens[place:stop])
            if may_mean(span) and self._take(span, place):
                stop, self.counter = stop + self.counter, 0
                return stop
        return self._leftover(place)

    def _slogan_end(self, place: int) -> int:
        """Where a shouted sign ends that holds small words, as LEVEL UP; `place` if none does."""
        small = False
        signs = False
        end = place
        while end < len(self.tokens):
            token = self.tokens[end]
            apart = self.text[self.tokens[end - 1].end : token.start].strip() if end > place else ""
            if apart or self._user(token.text) is not None:
                break
            if self._is_small_shout(token):
                small = True
            elif self._is_lettering((token,)):
                signs = True
            else:
                break
            end += 1
        return end if small and signs else place

    def _makes_verb(self, place: int) -> bool:
        """Whether the ending there makes the noun before it a verb: 할인하는 is no sign."""
        return place < len(self.tokens) and self.tokens[place].tag in ("XSA", "XSV")

    def _is_small_shout(self, token: Token) -> bool:
        if token.kind != "latin" or self.shouting or len(token.text) < 2:
            return False
        roles = lexicon().roles.get(words.key(token.text), {})
        return token.text.isupper() and "stop" in roles and "separator" not in roles

    def _special(self, place: int) -> int:
        token = self.tokens[place]
        if token.kind == "number":
            return self._number(int(token.text[:6]), (token,), place + 1)
        if (own := self._user(token.text)) is not None:
            self._add(own)
        elif token.kind == "letters":
            self._add(Mention(token.text, "text", ref=token.text))
        else:
            self._add(Mention(token.text, "icon", (("label", token.tag),)))
        return place + 1

    def _take(self, span: tuple[Token, ...], place: int) -> bool:
        surface = self._surface(span[0], span[-1])
        self._at(span)
        if (own := self._user(surface)) is not None:
            self._add(own)
            return True
        roles = lexicon().roles.get(words.key(surface), {})
        if crosses(span) and "sign" not in roles and not curated(surface):
            return False
        if roles and self._role(surface, roles, span, place):
            return True
        if self._is_lettering(span):
            self._add(Mention(surface, "text", ref=surface))
            return True
        determines = len(span) == 1 and span[0].tag == "MM" and self._names_follow(place + 1)
        nominal = is_nominal(span) and not determines  # "새 신발" is no bird
        found = vocabulary().find(surface) if nominal else ()
        if found:
            self._add(Mention(surface, "icon", found), span[0].start)
        return bool(found)

    def _user(self, surface: str) -> Mention | None:
        """What a person said that this word is: an SVG of their own, or the icon they picked."""
        for form in filter(None, words.singulars(surface)):
            if form in self.user:
                return Mention(self.user[form][0], "svg", ref=self.user[form][1])
            if form in self.chosen:
                return Mention(surface, "icon", (("chosen", self.chosen[form]),))
        return None

    def _is_lettering(self, span: tuple[Token, ...]) -> bool:
        """A shouted Latin word that names no shape is set in type: SALE, BEST, VIP."""
        word = span[0].text
        if len(span) > 1 or span[0].kind != "latin" or self.shouting or word in _FLAT:
            return False
        return len(word) > 1 and word.isupper() and not vocabulary().find(word)

    def _role(
        self, surface: str, roles: Mapping[str, Any], span: tuple[Token, ...], place: int
    ) -> bool:
        """Act on the role of a word that is no thing; False when it has none here."""
        if "sign" in roles:
            if self._makes_verb(place + len(span)):
                return False
            self._add(Mention(surface, "text", ref=as_spaced(surface, roles["sign"])))
        elif "negated_after" in roles and self._negate_prior(surface):
            pass
        elif "separator" in roles or "alternative" in roles:
            if not may_separate(span):
                return False
            self.negating = self.negating and "alternative" in roles
            self._end_item()
        elif "number" in roles and self._counts(span, place):
            if words.key(surface) in lexicon().vague:
                self.notes.vague.append(surface)
            number = self._compounded(int(roles["number"]), words.key(surface))
            self._set_count(number, place + len(span))
        elif "size" in roles:
            self.size = roles["size"]
            self._say("size")
        elif "colour" in roles:
            self.colour = roles["colour"]
            self._say("colour")
            self._style_word(surface, span, noted=False)
        elif "negated_before" in roles:
            self.negating = True
            self._say("negation")
        elif self._is_shouted(span):
            return False
        elif "ignore" in roles or "lettering" in roles:
            self._style_word(surface, span, noted=True)
        else:
            return "stop" in roles
        return True

    def _is_shouted(self, span: tuple[Token, ...]) -> bool:
        return self._is_lettering(span) and len(span[0].text) > 2

    def _style_word(self, surface: str, span: tuple[Token, ...], noted: bool) -> None:
        if noted:
            self._ignore(surface)
        if not self.negating and vocabulary().find(surface):
            self.fallback = span

    def _negate_prior(self, surface: str) -> bool:
        if self.prior is not None:
            self.prior.negated = True
            self.prior = None
        elif self.notes.ignored:
            self.notes.ignored[-1] += " " + surface
        self.fallback = ()
        self._say("negation")
        return True

    def _ignore(self, word: str) -> None:
        self.notes.ignored.append(word)
        self.here = (self.here[0], self.here[0] + len(word))
        self._say("ignored")

    def _counts(self, span: tuple[Token, ...], place: int) -> bool:
        """Short Korean numerals are numbers only by their tag or before a counter."""
        if span[0].kind != "korean" or len(self._surface(span[0], span[-1])) > 1:
            return True
        return span[0].tag in ("MM", "NR") or self._is_counter(place + len(span))

    def _compounded(self, number: int, key: str) -> int:
        """Number words in a row make one number: three dozen, two hundred, twenty five."""
        before = self.count
        if before is None:
            return number
        if key in _MULTIPLES:
            return before * number
        return before + number if before >= 20 else number

    def _is_counter(self, place: int) -> bool:
        if place >= len(self.tokens) or self.tokens[place].kind != "korean":
            return False
        return bool(lexicon().role(self.tokens[place].text, "counter"))

    def _number(self, number: int, span: tuple[Token, ...], after: int) -> int:
        if self._is_counter(after) or self._names_follow(after) or self._awaits_count(span):
            self._set_count(number, after)
            after, self.counter = after + self.counter, 0
            return after
        self._add(Mention(span[0].text, "text", ref=span[0].text))
        return after

    def _awaits_count(self, span: tuple[Token, ...]) -> bool:
        return self.prior is not None and (span[0].tag == "times" or self.prior.count is None)

    def _names_follow(self, place: int) -> bool:
        if place >= len(self.tokens):
            return False
        token = self.tokens[place]
        return token.kind in ("latin", "emoji") or token.tag.startswith(("NN", "V", "MM", "XR"))

    def _set_count(self, number: int, after: int) -> None:
        """Give the count to the thing just named, or to the one that comes."""
        counted = self._is_counter(after)
        if counted:
            self.here = (self.here[0], self.tokens[after].end)
            number *= 2 if self.tokens[after].text == "쌍" else 1
        self._say("count")
        follows = not counted and self._names_follow(after)
        if self.prior is not None and self.prior.count is None and not follows:
            self.prior.count = number
        else:
            self.count = number
        self.counter = int(counted)

    def _add(self, mention: Mention, start: int = -1) -> None:
        beside = self.prior if start >= 0 and self._touches(start) else None
        self.prior_end = start + len(mention.word) if start >= 0 else -1
        if beside is not None and beside.candidates[:1] == mention.candidates[:1]:
            beside.word += " " + mention.word  # said twice in one breath: "cafe latte"
            beside.end = self.here[1]
            return
        if beside is not None and not words.is_korean(mention.word):
            self.notes.apart.append(f"{beside.word} {mention.word}")
        mention.size, mention.count, mention.colour = self.size, self.count, self.colour
        mention.negated = self.negating
        mention.start, mention.end = self.here
        self.size, self.count, self.colour = "normal", None, None
        self.prior = mention
        self.fallback = ()
        self.mentions.append(mention)

    def _touches(self, start: int) -> bool:
        """Whether only a space lies between the last icon and `start`."""
        return self.prior_end >= 0 and self.text[self.prior_end : start].strip() == ""

    def _leftover(self, place: int) -> int:
        """A word that means nothing here: a thing nobody knows, or grammar."""
        token = self.tokens[place]
        if token.kind == "latin":
            return self._unknown_latin(place)
        if token.tag in ("JC",) or (token.tag == "JKB" and lexicon().role(token.text, "separator")):
            self._end_item()
        elif token.tag in ("NNG", "NNP", "XR", "SL", "UN"):
            return self._unknown_korean(place)
        elif token.tag in ("VV", "VA", "MAG", "MM") and not token.text.isspace():
            self._ignore(self._whole_word(token))
        return place + 1

    def _whole_word(self, token: Token) -> str:
        rest = self.text[token.start :]
        return rest[: next((i for i, c in enumerate(rest) if not c.isalnum()), len(rest))]

    def _unknown_latin(self, place: int) -> int:
        token = self.tokens[place]
        following = self.tokens[place + 1] if place + 1 < len(self.tokens) else None
        describes = following is not None and following.kind == "latin"
        if describes and len(token.text) > 4 and token.text.lower().endswith(lexicon().endings):
            self._ignore(token.text)
        else:
            self._add_unknown(token)
        return place + 1

    def _unknown_korean(self, place: int) -> int:
        token = self.tokens[place]
        if self._makes_verb(place + 1):
            self._ignore(self._whole_word(token))
            return place + 2
        self._add_unknown(token)
        return place + 1

    def _add_unknown(self, token: Token) -> None:
        """Unknown words that stand side by side are one thing."""
        joined = self.prior
        if joined is not None and joined.kind == "unknown" and self.text.find(joined.word) >= 0:
            before = self.text[: token.start].rstrip()
            if before.endswith(joined.word):
                gap = self.text[len(before) : token.start]
                joined.word = joined.word + gap + token.text
                joined.end = token.end
                return
        self._add(Mention(token.text, "unknown"))
