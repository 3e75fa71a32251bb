"""Every sentence the terminal game says to its players, in one place so that it can be translated.

Sentences about a single game are in that game's folder.
"""

from __future__ import annotations

# The menu

WELCOME = "Welcome to Tafelrunde."
RESUME_HEADING = "Unfinished matches:"
RESUME_LINE = "{title}, {names}, moves played: {moves}"
RESUME_QUESTION = "Resume one? A number, or Enter for a new match:"
RESUME_FILE = "{line}. Resume? [Y/n]:"
CANNOT_RESUME = "{file} cannot be resumed: {reason}"
HIDDEN_RECORD = "its record hides cards, so it is one seat's view and not the match"
WHICH_GAME = "Which game?"
WHICH_PRESET = "Which version of {title}?"
OWN_CHOICE = "choose every option yourself"
WHICH_OPTION = "{option}:"
CHOICE_LINE = "  {number}  {label}"
CHOICE_QUESTION = "A number (Enter for 1):"
NOT_A_CHOICE = "Please type one of the numbers, or Enter for 1."
NAME_QUESTION = "Who plays {role}? (Enter for {default}, {computers} for a computer):"
LEVELS = "1 to 8"
LEVELS_AND_PERFECT = "1 to 8 or perfect"
NAME_TAKEN = "That name is taken."
NAME_UNUSABLE = "A name has 1 to {limit} characters."
DEFAULT_NAME = "Player {number}"
COMPUTER = "Computer {level}"
PERFECT = "perfect"
PERFECT_COMPUTER = "Perfect computer"
SAME_COMPUTER = "{name} ({number})"

PRESETS = {"standard": "the standard game"}
DEFAULT_ROLE = "seat {number}"

# A turn

HEADING = "{roster} · move {number}"
ROSTER = "{name} is {role}"
NEWS = "{name}: {move}"
PROMPT = "{name}, your move (? for help):"
THINKING = "{name} is thinking ..."
THINKING_LONG = "{name} is thinking, for at most {seconds} seconds ..."
STILL_THINKING = "  {seconds} seconds so far"
NOT_PERFECT = "there is no perfect player for {title}: levels go from 1 to 8"
ONLY_MOVE = "Your only legal move is {move}."
CURTAIN = "Hand the keyboard to {name}."
CURTAIN_QUESTION = "{name}, press Enter when only you can see the screen:"
CURTAIN_QUESTION_UNDO = "{name}, press Enter when only you can see the screen (or type undo to take the move back):"
UNREADABLE = "I do not understand {text}: {reason}."
ILLEGAL = "{text} is not legal: {reason}."
HELP = """\
Type a move, or one of these words:
  ?        this help and a summary of your legal moves
  score    the current score, explained
  undo     take the last move back, if everybody agrees
  resign   give up
  quit     leave; the match is saved and you can resume it later
An empty line draws the table again."""
NOT_SAVED = "The match could not be saved: {reason}. It continues, but do not close this window."

# Undo and the end

NOTHING_TO_UNDO = "No move has been played yet."
UNDO_TOO_LATE = "Too late: {name} has already seen something that this move revealed."
UNDO_QUESTION = "{name}, may {move} be taken back? [y/N]:"
UNDO_REFUSED = "{name} does not agree: the move stands."
UNDONE = "{move} has been taken back."
RESIGN_QUESTION = "{name}, do you really give up? [y/N]:"
RESIGN_NOT_HERE = "With more than two sides nobody can give up. Use quit to save the match for later."
RESIGNED = "{name} has given up."
WINS = "{side} wins, {points}."
DRAW = "It is a draw, {points}."
AND = " and "
AGAINST = " : "
REVANCHE_QUESTION = "Return match? The same start with colours swapped. [Y/n]:"
PRESS_ENTER = "Press Enter to leave:"
SAVED = "The record is in {file}"
PLAY_ON = "Run tafelrunde play to resume it."

# Words the players type

YES = ("y", "yes")
NO = ("n", "no")
HELP_WORDS = ("?", "help")
SCORE_WORDS = ("score",)
UNDO_WORDS = ("undo",)
RESIGN_WORDS = ("resign",)
QUIT_WORDS = ("quit", "q", "exit")
