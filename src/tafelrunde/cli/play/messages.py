"""Every sentence the terminal game says to its players, in one place so that it can be translated."""

from __future__ import annotations

# The menu

WELCOME = "Welcome to the Tafelrunde."
RESUME_HEADING = "Matches that are not finished:"
RESUME_LINE = "{title}, {names}, {moves} moves played"
RESUME_QUESTION = "Play on? A number, or Enter for a new match:"
RESUME_FILE = "{line}. Play on? [Y/n]:"
CANNOT_RESUME = "{file} cannot be played on: {reason}"
HIDDEN_RECORD = "its record hides cards, so it is one seat's view and not the match"
WHICH_GAME = "Which game?"
WHICH_PRESET = "Which form of {title}?"
OWN_CHOICE = "choose every option yourself"
WHICH_OPTION = "{option}:"
CHOICE_LINE = "  {number}  {label}"
CHOICE_QUESTION = "A number (Enter for 1):"
NOT_A_CHOICE = "Please type one of the numbers, or Enter for 1."
NAME_QUESTION = "Who is {role}? (Enter for {default}):"
NAME_TAKEN = "Somebody has that name already."
NAME_UNUSABLE = "A name is one to {limit} letters long."
DEFAULT_NAME = "Player {number}"

GAMES = {
    "tokan": "TOKAN (two players, towers of animals, nothing hidden)",
    "schoko": "Scho K.O. (two players, dark against white chocolate)",
    "schokoly": "Schokoly (two to four players, three kinds of chocolate)",
}
PRESETS = {
    "standard": "the standard game",
    "every-head-counts": "every head counts: each visible animal scores",
    "less-chance": "less chance: you lay the field yourselves",
    "three": "three players",
    "teams": "four players in two teams",
}
OPTIONS = {
    "scoring": "What scores",
    "gaps": "How gaps close",
    "setup": "The start",
    "players": "Players",
    "swap": "Chocolate swap",
    "ties": "Equal points",
}
CHOICES = {
    "towers": "towers of two and more",
    "heads": "every head",
    "contiguous": "towers directly behind move up",
    "line": "the whole line behind moves up",
    "random": "dealt at random",
    "draft": "laid by the players",
    "draw": "a draw",
    "second": "the second largest group decides",
}
ROLES = {"tokan": ("red", "black")}
DEFAULT_ROLE = "seat {number}"

# A turn

HEADING = "{roster} · move {number}"
ROSTER = "{name} is {role}"
NEWS = "{name}: {move}"
PROMPT = "{name}, your move (? helps):"
ONLY_MOVE = "Your only legal move is {move}."
CURTAIN = "Hand the keyboard to {name}."
CURTAIN_QUESTION = "{name}, press Enter when only you can see the screen:"
CURTAIN_QUESTION_UNDO = "{name}, press Enter when only you can see the screen (or type undo to take the move back):"
UNREADABLE = "I do not understand {text}: {reason}."
ILLEGAL = "{text} is not legal: {reason}."
HELP = """\
Type a move, or one of these words:
  ?        this help and your legal moves in short
  score    the score as it stands, explained
  undo     take the last move back, if everybody agrees
  resign   give the match up
  quit     leave; the match is saved and you can play on later
An empty line draws the table again."""
NOT_SAVED = "The match could not be saved: {reason}. It goes on, but do not close this window."

# Undo and the end

NOTHING_TO_UNDO = "No move has been played yet."
UNDO_TOO_LATE = "Too late: {name} has seen something that this move uncovered."
UNDO_QUESTION = "{name}, may {move} be taken back? [y/N]:"
UNDO_REFUSED = "{name} does not agree: the move stands."
UNDONE = "{move} was taken back."
RESIGN_QUESTION = "{name}, do you really give up? [y/N]:"
RESIGN_NOT_HERE = "With more than two sides nobody can give up for the others; quit keeps the match for later."
RESIGNED = "{name} gave up."
WINS = "{side} wins, {points}."
DRAW = "It is a draw, {points}."
AND = " and "
AGAINST = " : "
REVANCHE_QUESTION = "Revanche? The same start with colours changed. [Y/n]:"
PRESS_ENTER = "Enter leaves:"
SAVED = "The record is in {file}"
PLAY_ON = "tafelrunde play offers to play on."

# Words the players type

YES = ("y", "yes")
NO = ("n", "no")
HELP_WORDS = ("?", "help")
SCORE_WORDS = ("score",)
UNDO_WORDS = ("undo",)
RESIGN_WORDS = ("resign",)
QUIT_WORDS = ("quit", "q", "exit")

# TOKAN

ANIMALS = {"M": "mouse", "J": "jackal", "L": "lion"}
ANIMALS_PLURAL = {"M": "mice", "J": "jackals", "L": "lions"}
TOKAN_MOVES = "You move an animal by its cell and its target, and +1 or +2 for what it carries: c3f3, b2b4+1."
TOKAN_FROM = "  {cell} {animal}: {targets}"
TOKAN_MORE = "Type a cell to see where its animal can go."
TOKAN_ANIMAL = "The {animal} on {cell} can go to {targets}."
TOKAN_STUCK = "The {animal} on {cell} cannot move now."
TOKAN_NOT_YOURS = "The tower on {cell} belongs to the other player."
TOKAN_GAP = "There is no tower on {cell}."
TOKAN_TOWER = "From bottom to top: {tower}."
TOKAN_LAY = "You lay a tile by its letter, column and row: {example}."
TOKAN_RESERVE = "Yours to lay: {tiles}."
TOKAN_SPACES = "Free spaces: {spaces}."
TOKAN_TOWERS = "{side}: {points} for {towers}"
TOKAN_NO_TOWERS = "{side}: 0, no tower of two or more"
TOKAN_HEADS = "{side}: {points} for {heads}"
TOKAN_TIE = "Equal points: the higher towers decide, {red} against {black}."
PIECES = "{number} {name}"

# The chocolate games

COLOURS = {"D": "dark", "M": "milk", "W": "white"}
TURN_HELP = "You lay a card, turned as you like, by the cell of its top-left piece: {example}."
COLOUR_HELP = "In front of it stands the colour you announce with this turn ({colours})."
SMARTIE_HELP = "You have {number} smarties; * puts one on the card you lay: {own}."
SECURING_HELP = "It may secure another card instead, by its place: {other}. Places: {places}."
STACK_HELP = "^ lays a card in the second tier: {example}."
SWAP_HELP = "Before your turn you may offer one card for a swap, by seat and card: {example}."
CARD_FITS = "{card} fits here:"
CARD_PLACES = "  {look}{tier} {places}"
CARD_NOWHERE = "{card} fits nowhere."
CARD_NOT_HELD = "You do not hold {card}."
CARD_MORE = "Type a card to see only its places. @ is the first tier, ^ the second."
SWAP_OFFERED = "{name} offers you a card with {number} of your {colour} pieces."
SWAP_ANSWER = "Answer with one of yours (counter {card}) or decline."
SWAP_YOURS = "You offered {card}."
SWAP_COUNTERED = "{name} would give you a card with {number} of your {colour} pieces for it: accept or reject."
LARGEST = "{side}: {points}, largest {colour} group {group}"
NEUTRAL_TO = "A neutral group of {size} with contacts {contacts} counts for {side}."
NEUTRAL_TO_NOBODY = "A neutral group of {size} with contacts {contacts} counts for nobody."
SECOND_GROUPS = "Equal points: the second largest groups decide, {groups}."
