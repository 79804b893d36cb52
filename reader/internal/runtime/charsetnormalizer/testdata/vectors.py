"""Writes vectors.jsonl: bytes, how often they follow each other, what charset_normalizer 3.4.7 takes them for on Python
3.11, and a checksum of the text. Run it as tables.py."""

import base64
import json
import random
import zlib

from charset_normalizer import from_bytes
from charset_normalizer.api import IANA_SUPPORTED_MB_FIRST

SENTENCES = """Een kopje koffie met appeltaart smaakt 's middags reünie na reünie beter.
Où est passé l'été ? Les élèves ont déjà mangé à la cantine, près du château.
Der große Bär läuft über die Straße und öffnet schöne Türen für müde Gäste.
El niño pequeño comió mañana un jamón con piñones y añadió azúcar al café.
Pójdź do sklepu, kup świeże jabłka, żółty ser i trochę śmietany na obiad.
Příliš brzy ráno šel starý muž k řece, kde čekala jeho věrná loď.
Tűz és víz között őszi fűben ülünk, és hosszú leveleket írunk öreg barátainknak.
Güneşli bir günde çocuklar ağaçların altında oynuyor, şarkı söylüyordu.
Tänään järvellä oli tyyntä, ja söimme lämmintä leipää höyryävän keiton kanssa.
Wczoraj padał śnieg; dziś świeci słońce nad łąką.
Завтра утром мы поедем на старую дачу, где растут яблоки и поют птицы.
Її сім'я живе біля річки, де восени збирають гриби та ягоди.
Το πρωί ο ήλιος ανατέλλει πάνω από τη θάλασσα και οι βάρκες φεύγουν. ΑΣ
בבוקר הילדים הולכים לבית הספר ליד הים ואוכלים לחם עם גבינה.
في الصباح يذهب الأطفال إلى المدرسة القريبة من النهر ويأكلون الخبز.
ตอนเช้าเด็กๆ เดินไปโรงเรียนใกล้แม่น้ำและกินข้าวกับปลา
Sáng nay trẻ em đi học bên bờ sông và ăn bánh mì với phô mai.
今朝は早く起きて、川のそばの学校まで歩きました。パンとコーヒーを食べる。
ﾊﾝｶｸ ｶﾀｶﾅ ﾃﾞ ｶｲﾀ ﾌﾞﾝｼｮｳ ﾃﾞｽ。
今天早上孩子们走到河边的学校，吃面包和鱼，然后写了一封很长的信。
今天早上孩子們走到河邊的學校，吃麵包和魚，然後寫了一封很長的信。㗎嘅
아침에 아이들은 강가의 학교까지 걸어가서 빵과 생선을 먹었다. 뷁 똠방
if (café == naïve) { return "déjà"; } // Größe: 10 €
╔══════╗ ║ ÄÖÜ ║ ╚══════╝ 50 % ½ ¼
«Слово» — “quoted” … • ™ ©""".split("\n")


def inputs():
    r = random.Random(7)
    for name in IANA_SUPPORTED_MB_FIRST:
        if name.startswith(("utf_7", "utf_8", "ascii", "iso2022", "hz")) or name in ("utf_16", "utf_32"):
            continue
        fitting = sorted(SENTENCES, key=lambda s: len(s.encode(name, "replace").decode(name).replace("?", "")) / len(s))
        best = fitting[-1]
        yield best.encode(name, "replace"), 1
        yield r.choice(fitting[-6:]).encode(name, "ignore")[: r.randint(3, 40)], 1
        yield best.encode(name, "ignore") + b"\r\n", r.choice([20, 60, 120])
    for s in SENTENCES:
        data = s.encode()
        yield data[1 if data[0] > 0x7F else 0 :][: r.randint(9, 40)] + b"\xe9", 1
        yield b"package a // " + s[:20].encode("latin_1", "replace") + b"\xe9t\xe9\n", 1
        yield s.encode() + b"\xff\n", 30
    for name in ("latin-1", "koi8-r", "utf-8", "Shift_JIS", "gb18030", "windows-1252", "none", "utf_16_le", "cp1256"):
        yield b"# -*- coding: %s -*-\n" % name.encode() + b"n\xe4chste Gr\xfc\xdfe\n", 1
        yield b"<?xml charset=none encoding = '%s'?>\x80\x81\x82" % name.encode(), 1
    for escape in (b"\x1b[1m", b"\x1b[0;31m", b"\x1b", b"\x1b(B"):
        yield escape + b"caf\xe9 na\xefve, d\xe9j\xe0 vu\n", 1
        yield b"one two three, " + escape + b"gr\xf6\xdfer\n", 90
    mark = "\ufeff".encode("gb18030")
    yield from ((mark, 1), (mark + SENTENCES[-6].encode("gb18030"), 1), (mark + b"\xff", 1), (b"\xef\xbb\xbfa\xff", 1))
    yield from ((b"+/v8-\xe9", 1), (b"\xff\xfe\x00", 1), (b"\xff\xfea\x00\x00\xd8", 1), (b"a\xc3(b\nnext", 1))
    for _ in range(90):
        yield r.randbytes(r.randint(1, 24)), r.choice([1, 1, 1, 1, 9, 400])
        yield bytes(r.choice([r.randint(32, 126), r.randint(97, 122), r.randint(128, 255)]) for _ in range(r.randint(1, 60))), 1


def main():
    seen = set()
    with open("vectors.jsonl", "w") as f:
        for data, times in inputs():
            try:
                (data * times).decode("utf-8")
                continue
            except UnicodeDecodeError:
                pass
            best = from_bytes(data * times).best()
            name, text = (best.encoding, str(best)) if best else ("", "")
            if data in seen:
                continue
            seen.add(data)
            vector = [base64.b64encode(data).decode(), times, name, zlib.crc32(text.encode())]
            f.write(json.dumps(vector, separators=(",", ":")) + "\n")


main()
