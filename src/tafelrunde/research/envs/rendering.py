"""Pictures of a table for environments: characters, pixels, a window."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelrunde.extras import needs
from tafelrunde.games.core import Table
from tafelrunde.games.errors import BadOptions

MODES = ("ansi", "rgb_array", "human")
WIDTH = 400
FRAMES_A_SECOND = 4

Frame = NDArray[np.uint8]


def check_mode(mode: str | None) -> None:
    """Raise BadOptions for a mode that is none."""
    if mode is not None and mode not in MODES:
        raise BadOptions("render_mode", f"one of {', '.join(MODES)}")


def pixels(table: Table, width: int = WIDTH) -> Frame:
    """Draw a table as uint8 [row, column, 3]: red, green and blue."""
    with needs("research"):
        import resvg_py
        from PIL import Image

    picture = resvg_py.svg_to_bytes(svg_string=table.svg(), width=width, background="#ffffff")
    with Image.open(BytesIO(bytes(picture))) as image:
        return np.asarray(image.convert("RGB"))


class Window:
    """A window that shows frames; it opens with the first one."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._screen: Any = None

    def show(self, frame: Frame) -> None:
        """Show a frame, uint8 [row, column, 3]."""
        with needs("research"):
            import pygame

        height, width, _ = frame.shape
        if self._screen is None or self._screen.get_size() != (width, height):
            pygame.display.init()
            pygame.display.set_caption(self._title)
            self._screen = pygame.display.set_mode((width, height))
        self._screen.blit(pygame.surfarray.make_surface(frame.swapaxes(0, 1)), (0, 0))
        pygame.event.pump()
        pygame.display.flip()

    def close(self) -> None:
        """Close the window."""
        if self._screen is not None:
            import pygame

            pygame.display.quit()
            self._screen = None


class Renderer:
    """Draws tables in one mode."""

    def __init__(self, mode: str | None, title: str) -> None:
        check_mode(mode)
        self.mode = mode
        self._window = Window(title)

    def render(self, table: Table) -> str | Frame | None:
        """Return characters or pixels, uint8 [row, column, 3], or show the table in a window."""
        if self.mode == "ansi":
            return table.diagram()
        if self.mode == "rgb_array":
            return pixels(table)
        if self.mode == "human":
            self._window.show(pixels(table))
        return None

    def close(self) -> None:
        """Close the window if there is one."""
        self._window.close()
