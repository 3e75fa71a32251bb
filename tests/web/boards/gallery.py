"""The gallery of boards, which shows every state of every board: how it is built and served."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.web.boards.hands import WEB


def build_gallery(folder: Path) -> None:
    """Build the gallery with Vite; the folder is there once it is whole."""
    unfinished = folder.with_name(f"{folder.name}.part")
    options = ["--mode", "gallery", "--logLevel", "error", "--emptyOutDir", "--outDir", str(unfinished)]
    subprocess.run(["npx", "vite", "build", *options], cwd=WEB, check=True)
    unfinished.rename(folder)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a gallery that was built; the address of its page."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/gallery.html"
        server.shutdown()
        thread.join()
