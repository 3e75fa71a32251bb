"""How strong the levels of the chocolate games are."""

from __future__ import annotations

from tafelrunde.players.strength import Ladder

LADDERS = {
    "schoko standard": Ladder(
        (0, 212, 400, 547, 731, 915, 1082, 1257),
        (0, 175, 351, 489, 665, 842, 1003, 1164),
        (0, 255, 454, 611, 804, 995, 1169, 1360),
    ),
    "schokoly standard": Ladder(
        (0, 184, 373, 545, 775, 980, 1084, 1205),
        (0, 138, 306, 462, 678, 869, 964, 1051),
        (0, 237, 450, 641, 890, 1112, 1224, 1388),
    ),
    "schokoly three": Ladder(
        (0, 282, 377, 580, 736, 892, 1073, 1240),
        (0, 235, 305, 492, 633, 773, 944, 1084),
        (0, 335, 451, 672, 845, 1016, 1208, 1404),
    ),
    "schokoly teams": Ladder(
        (0, 186, 368, 598, 721, 962, 1122, 1122),
        (0, 128, 276, 478, 585, 809, 953, 745),
        (0, 257, 481, 753, 892, 1157, 1335, 1521),
    ),
}
