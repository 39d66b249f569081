"""What a camera sees in a test: the file that a Chromium takes for its camera's picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import segno

#: With these a Chromium has a camera that shows a file, and nobody is asked about it.
CAMERA = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")


def camera(file: Path) -> tuple[str, ...]:
    """The flags of a Chromium whose camera shows that file: it is read when the camera begins."""
    return (*CAMERA, f"--use-file-for-fake-video-capture={file}")


def seen_by_a_camera(text: str, file: Path) -> None:
    """A video of one code, as it is on a screen: two pictures of it, grey, in the middle."""
    width, height, scale = 640, 480, 5
    before, slash, code = text.rpartition("/")
    parts: Any = [before + slash, code] if slash else code
    rows = [bytes(30 if dark else 220 for dark in row) for row in segno.make_qr(parts).matrix]
    left, top = (width - len(rows) * scale) // 2, (height - len(rows) * scale) // 2
    white = bytes([220])
    lines = [white * width] * top
    for row in rows:
        wide = b"".join(bytes([each]) * scale for each in row)
        lines += [(white * left + wide).ljust(width, white)] * scale
    lines += [white * width] * (height - len(lines))
    picture = b"FRAME\n" + b"".join(lines) + bytes([128]) * (width * height // 2)
    head = f"YUV4MPEG2 W{width} H{height} F10:1 Ip A1:1 C420jpeg\n"
    file.write_bytes(head.encode() + picture * 2)
