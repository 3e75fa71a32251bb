"""Research needs the native core."""

from tafelrunde.native import AVAILABLE

collect_ignore_glob = [] if AVAILABLE else ["test_*.py"]
