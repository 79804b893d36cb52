"""Writes tables.zst, what charset_normalizer 3.4.7 and the codecs of Python 3.11 know, for the package beside it.

    pip install charset-normalizer==3.4.7 && python3.11 tables.py

It needs the program zstd. Unpacked, the file is JSON, the struct of tables.go, in which texts stand for numbers.
"""

import json
import subprocess
import sys
from encodings.aliases import aliases

import charset_normalizer
from charset_normalizer.api import IANA_SUPPORTED_MB_FIRST
from charset_normalizer.cd import encoding_languages, get_target_features, mb_encoding_languages
from charset_normalizer.constant import (
    COMMON_CJK_CHARACTERS,
    COMMON_SAFE_ASCII_CHARACTERS,
    FREQUENCIES,
    IANA_SUPPORTED_SIMILAR,
    _ARABIC_ISOLATED_FORM,
)
from charset_normalizer.md import CharInfo, is_suspiciously_successive_range
from charset_normalizer.utils import (
    _UNICODE_RANGES_SORTED,
    is_accentuated,
    is_emoticon,
    is_latin,
    is_multi_byte_encoding,
    is_separator,
    remove_accent,
    unicode_range,
)

assert charset_normalizer.__version__ == "3.4.7" and sys.version_info[:2] == (3, 11)

# No text that is not UTF-8 is in one of these, but for what all of ISO 2022 read in one way, or they need a mark that is
# looked at before.
NEVER = ("ascii", "hz", "iso2022_jp_", "iso2022_kr", "utf_7", "utf_8")
WITH_MARK = ("utf_16", "utf_32")
# What the bytes so far may be that are no character: the first ones of some, so many that are none and are skipped, or
# what a function decodes.
STATE, NONE, FOUR, COMPOSED = 0x100000, 0x10FFF0, 0x10FFFE, 0x10FFFF
TEXT = 0x10F000  # and on: a text of two characters


def flags(c, info):
    """The bits of a character, as the constants of mess.go name them."""
    info.update(c)
    safe = c in COMMON_SAFE_ASCII_CHARACTERS
    mark = info.printable and not safe
    bits = [
        info.alpha,
        info.alpha and info.case_variable,
        info.upper,
        info.lower,
        info.digit,
        info.printable,
        not info.space and not info.printable and c not in "\x1a\ufeff",
        not info.is_ascii,
        info.alpha and info.accentuated,
        info.alpha and info.accentuated and info.upper,
        info.alpha and info.latin,
        info.alpha and info.is_glyph,
        info.alpha and not info.is_glyph and (not info.latin or info.accentuated),
        info.alpha and info.is_cjk,
        info.alpha and info.is_cjk and c not in COMMON_CJK_CHARACTERS,
        info.alpha and info.is_arabic,
        info.alpha and info.is_arabic and bool(info.flags & _ARABIC_ISOLATED_FORM),
        mark and info.punct,
        mark and not info.punct and not info.digit and info.sym and not is_emoticon(c),
        info.space or info.punct or safe,
        info.space or info.punct or is_separator(c),
        info.sym and not info.digit and c not in "<>-=~|_",
    ]
    return sum(1 << i for i, bit in enumerate(bits) if bit)


def characters():
    """The kinds of characters, and in which kind each is: pages of 256, and before them which page each 256 have."""
    names = [name for _, _, name in _UNICODE_RANGES_SORTED]
    number = {name: i + 1 for i, name in enumerate(names)}
    info, kinds, pages, index = CharInfo(), {}, {}, []
    for start in range(0, 0x110000, 256):
        page = []
        for c in map(chr, range(start, start + 256)):
            kind = (flags(c, info), number.get(unicode_range(c), 0))
            page.append(kinds.setdefault(kind, len(kinds)))
        index.append(pages.setdefault(tuple(page), len(pages)))
    kin = [""] + [
        "".join(chr(number[b]) for b in names if not is_suspiciously_successive_range(a, b)) for a in names
    ]
    numbers = index + [kind for page in pages for kind in page]
    return {"Kinds": list(kinds), "Kin": kin, "Pages": "".join(map(chr, numbers))}


def one(name, data):
    """What bytes are: a text, how many are none and are skipped, or None where more are needed."""
    try:
        return data.decode(name)
    except UnicodeDecodeError as e:
        if e.reason == "incomplete multibyte sequence":
            assert (e.start, e.end) == (0, len(data)), (name, data, e)
            return None
        assert e.start == 0 and e.end <= 2, (name, data, e)
        return e.end


def codes(name):
    """What the bytes of a character are: by those before the last, which are a state, and the last. And the texts."""
    states, numbers, more = [b""], [], {}
    for prefix in states:  # which grows
        for data in (prefix + bytes([b]) for b in range(256)):
            text = one(name, data)
            if isinstance(text, int):
                numbers.append(NONE + text)
            elif text is not None and len(text) > 1:
                numbers.append(TEXT + more.setdefault(text, len(more)))
            elif text is not None:
                assert ord(text) < STATE
                numbers.append(ord(text))
            elif name == "gb18030" and len(data) == 2:
                assert 0x30 <= data[1] <= 0x39
                numbers.append(FOUR)
            elif name == "euc_kr" and data == b"\xa4\xd4":
                numbers.append(COMPOSED)
            else:
                assert len(data) < 3
                numbers.append(STATE + len(states))
                states.append(data)
    return {"Codes": "".join(map(chr, numbers)), "More": list(more)}


def fours(name):
    """Where successive characters of four bytes begin: by their number, and in Unicode, 0 for none."""
    starts, runes, expected = [], [], None
    for number in range(126 * 10 * 126 * 10):
        rest, d = divmod(number, 10)
        rest, c = divmod(rest, 126)
        a, b = divmod(rest, 10)
        text = one(name, bytes([0x81 + a, 0x30 + b, 0x81 + c, 0x30 + d]))
        rune = -1 if text == 1 else ord(text)
        if rune != expected:
            starts.append(number)
            runes.append(max(rune, 0))
        expected = rune + 1 if rune >= 0 else -1
    assert all(one(name, b"\x81\x30" + bytes([b])) is None for b in range(256))
    return {"Fours": starts, "Runes": runes}


def codec(name):
    """How a set is decoded."""
    if name.startswith(WITH_MARK):
        unit = int(name[4:6]) // 8
        return {"Unit": unit, "Flip": 0 if name.endswith("be") else unit - 1}
    if name == "iso2022_jp":
        return {"Codes": "".join(map(chr, range(256))), "Escapes": True}
    if is_multi_byte_encoding(name):
        return codes(name) | (fours(name) if name == "gb18030" else {})
    text = "".join(bytes([b]).decode(name, "replace").replace("\ufffd", chr(NONE + 1)) for b in range(256))
    assert len(text) == 256
    return {"Codes": text}


def sets():
    """The sets in the order in which they are tried."""
    names = [
        name
        for name in dict.fromkeys(IANA_SUPPORTED_MB_FIRST)
        if not name.startswith(NEVER) and name not in WITH_MARK
    ]
    families, spoken = [], {language["Name"]: language for language in languages_known()}
    for name in names:
        wide = is_multi_byte_encoding(name)
        languages = mb_encoding_languages(name) if wide else encoding_languages(name)
        if languages not in families:
            families.append(languages)
        fields = codec(name) | {
            "Name": name,
            "Wide": wide,
            "Family": families.index(languages) + 1,
            "Latin": languages == ["Latin Based"],
            "Languages": [spoken[language] for language in languages if language != "Latin Based"],
            "Mark": "hDGVMw==" if name == "gb18030" else "",
            "Similar": [1 + names.index(other) for other in IANA_SUPPORTED_SIMILAR.get(name, [])],
        }
        yield {k: v for k, v in fields.items() if v}


def declared(names):
    """What each name means that a text may give its set: its place among the sets, or 0 for one that is not tried."""
    known = {}
    for alias, name in aliases.items():
        for word in (alias, name):
            known.setdefault(word, 1 + names.index(name) if name in names else 0)
    return known


def languages_known():
    for name, letters in FREQUENCIES.items():
        accents, latin = get_target_features(name)
        ranks = {ord(c): rank for rank, c in enumerate(letters)}
        yield {"Name": name, "Ranks": ranks, "Accents": accents, "Latin": latin}


def main():
    table = characters()
    table["Sets"] = [None, *sets()]
    table["Declared"] = declared([fields["Name"] for fields in table["Sets"][1:]])
    table["Languages"] = list(languages_known())
    table["Bases"] = {
        ord(c): ord(remove_accent(c))
        for c in map(chr, range(0x80, 0x110000))
        if c.isalpha() and is_latin(c) and is_accentuated(c)
    }
    data = json.dumps(table, ensure_ascii=False, separators=(",", ":")).encode()
    pack = ["zstd", "--ultra", "-22", "--no-check"]
    with open("tables.zst", "wb") as f:
        f.write(subprocess.run(pack, input=data, stdout=subprocess.PIPE, check=True).stdout)
    return data


if __name__ == "__main__":
    main()
