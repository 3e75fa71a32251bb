"""`tafelrunde` without a command: the table in the browser, with its matches in the user's own folder."""

from __future__ import annotations

import errno
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from pathlib import Path

import typer

from tafelrunde.cli.io import Refused
from tafelrunde.cli.serve import find_page

PORTS = range(8080, 8100)
"""Tried in this order: browsers keep what they know of a table by its address, so it should stay the same."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
_NOWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that nobody has: the way to them tells which of our own addresses the network knows."""


def set_table(phones: bool | None, browser: bool, port: int | None) -> None:
    """Serve the table until interrupted; raise Refused where there is no place for it.

    Unless told otherwise it is for this machine alone. Phones in the same network are let in when the user says so, and
    then only under the addresses of this machine.
    """
    from tafelrunde.server.logs import set_up_logs
    from tafelrunde.server.run import serve
    from tafelrunde.server.settings import Settings

    if port is not None and not 0 < port < 1 << 16:
        raise Refused("a port is a number from 1 to 65535")
    folder = _own_folder()
    with _only_one(folder) as note:
        if phones is None:
            phones = _asked()
        address = network_address() if phones else None
        if phones and address is None:
            typer.echo("This machine is not on a network, so only this machine can play.", err=True)
        # All addresses only when asked for, and the names are checked.
        host = "127.0.0.1" if address is None else "::" if ":" in address else "0.0.0.0"  # noqa: S104
        chosen = port or free_port(host)
        check_port(host, chosen)
        url = url_of(address or host, chosen)
        set_up_logs("warning", plain=sys.stderr.isatty())
        settings = Settings(
            host=host,
            port=chosen,
            database=f"sqlite:{folder / 'matches.db'}",
            web=find_page(None),
            allowed_hosts=() if address is None else (*LOOPBACK, address, *_names()),
        )

        def ready() -> None:
            note.write_text(url, encoding="utf-8")
            welcome(url, qr=address is not None, browser=browser)

        serve(settings, ready)


def welcome(url: str, *, qr: bool, browser: bool) -> None:
    """Say where the table is; show the address to phones, and open it in the browser."""
    typer.echo(f"Tafelrunde is running at {url} (stop with Ctrl-C)")
    if qr:
        import segno

        typer.echo("For phones and friends in the same network:\n")
        segno.make(url, error="l", micro=False).terminal(out=sys.stdout, compact=True, border=2)
    sys.stdout.flush()
    if browser:
        open_browser(url)


def open_browser(url: str) -> None:
    """Open an address in the browser, unless the only ones there are would take over the terminal."""
    on_screen = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if on_screen or os.environ.get("BROWSER"):
        # Opening a browser may take a while, and the server has started.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def network_address() -> str | None:
    """Return the address under which this machine is known in its network; None where it is in none."""
    for family, nowhere in _NOWHERE.items():
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            # Nothing is sent: this only looks up the way.
            probe.connect((nowhere, 9))
            address = str(probe.getsockname()[0])
            if not ip_address(address).is_loopback and "%" not in address:
                return address
    return None


def url_of(host: str, port: int) -> str:
    """Return the address to open for a host that is listened on; for all addresses, that of the machine itself."""
    known = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"http://[{known}]:{port}/" if ":" in known else f"http://{known}:{port}/"


def free_port(host: str) -> int:
    """Return the first of our ports that is free, or any free one."""
    for port in (*PORTS, 0):
        with suppress(OSError):
            return _bound(host, port)
    raise Refused("there is no free port")


def check_port(host: str, port: int) -> None:
    """Raise Refused, with a line that helps, where nothing can listen."""
    try:
        _bound(host, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Refused(f"port {port} is in use by another program: choose another one with --port") from None
        if isinstance(error, PermissionError):
            raise Refused(f"port {port} needs administrator rights: choose one above 1023 with --port") from None
        raise Refused(f"{host} is not an address of this machine ({error.strerror})") from None


def _bound(host: str, port: int) -> int:
    """Take a port for a moment and return its number; raise OSError."""
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, protocol) as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)
        return int(probe.getsockname()[1])


def _own_folder() -> Path:
    """Return where the user's matches are kept; raise Refused for a user without a home."""
    from platformdirs import user_data_path

    with suppress(RuntimeError):
        folder = user_data_path("tafelrunde", appauthor=False)
        if folder.is_absolute():
            return folder
    raise Refused("this user has no home folder; choose a place with tafelrunde serve --database")


def _names() -> tuple[str, ...]:
    name = socket.gethostname().lower()
    return (name, f"{name.removesuffix('.local')}.local")


def _asked() -> bool:
    """Ask whether phones may join; without a terminal nobody can answer, and they may not."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return typer.confirm("Let phones in the same network play too?", default=False)


@contextmanager
def _only_one(folder: Path) -> Iterator[Path]:
    """Hold the folder for one table; show the one that is set already and end. Raise Refused for a folder not ours."""
    note = folder / "table.txt"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (folder / "table.lock").open("a")
    except OSError as error:
        raise Refused(f"{folder}: {error.strerror}; choose another place with tafelrunde serve --database") from None
    with lock:
        if not _lock(lock.fileno()):
            try:
                url = note.read_text(encoding="utf-8")
            except OSError:
                raise Refused("another Tafelrunde is just starting or stopping; try again in a moment") from None
            typer.echo(f"Tafelrunde is already running at {url}")
            open_browser(url)
            raise typer.Exit
        try:
            yield note
        finally:
            note.unlink(missing_ok=True)


def _lock(file: int) -> bool:
    """Take a file for this process; False if another one has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
