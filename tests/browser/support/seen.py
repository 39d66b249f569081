"""A fake camera: a video file that Chromium plays as its camera's picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import segno

#: Give Chromium a fake camera and allow its use without asking.
CAMERA = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")


def camera_flags(file: Path) -> tuple[str, ...]:
    """Return the flags for a camera that shows this file, which is read when the camera starts."""
    return (*CAMERA, f"--use-file-for-fake-video-capture={file}")


def write_camera_video(text: str, file: Path) -> None:
    """Write a video of a QR code, as on a screen: two grey frames with the code in the middle."""
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
