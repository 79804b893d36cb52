"""Prints what ntpath and PureWindowsPath of Python make of paths. Each line of the input is an object with "dir", an
absolute path, and "path", and so is each line of the output. The table beside it was made and is made again by Python
3.11:
  python3 windows_paths.py < nt.jsonl
"""
import json, ntpath, sys
from pathlib import PureWindowsPath

for line in sys.stdin:
    given = json.loads(line)
    d, p = given["dir"], given["path"]
    print(json.dumps({
        "dir": d, "path": p, "abs": ntpath.isabs(p), "clean": ntpath.normpath(p), "join": ntpath.join(d, p),
        "resolve": ntpath.normpath(ntpath.join(d, p)), "drive": ntpath.splitdrive(p), "dirname": ntpath.dirname(p),
        "base": ntpath.basename(p), "ext": ntpath.splitext(p)[1], "pure": str(PureWindowsPath(p)),
        "absolute": PureWindowsPath(p).is_absolute(),
    }))
