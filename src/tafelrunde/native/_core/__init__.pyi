from tafelrunde.native._core import chocolate as chocolate
from tafelrunde.native._core import chocolate_search as chocolate_search
from tafelrunde.native._core import tokan as tokan
from tafelrunde.native._core import tokan_search as tokan_search
from tafelrunde.native._core import tokan_solver as tokan_solver
