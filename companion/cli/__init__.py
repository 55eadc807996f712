"""The command line: ``companion serve | read | meld | legal | trick | score | variants | export | import | …``.

Each command's module is imported only when that command runs, so that ``companion --help`` answers at once.
"""

from __future__ import annotations

from companion import __version__
from companion.cli.commands import Commands, Entrance

_RULES = "companion.cli.ask.commands"
_RULEBOOK = "companion.cli.ask.rulebook"
_STORE = "companion.cli.store"
_CONFIG = "companion.cli.admin"

main = Commands(
    name="companion",
    help="Keeps the score of a pinochle game, reads photographed meld, settles disputes by the rulebook.",
    epilog="Every command explains itself: companion COMMAND --help. Mistakes in what was typed end with status 2.",
    version=__version__,
    entrances={
        "serve": Entrance("companion.cli.serve", "serve", "Run the companion for the phones around the table."),
        "host": Entrance("companion.cli.serve", "host", "Run the companion on a server, behind a proxy such as Caddy."),
        "static": Entrance(
            "companion.cli.static", "static", "Write a folder from which phones run the companion.", in_one_file=False
        ),
        "config": Entrance(_CONFIG, "config", "Show every setting, its value and where it was found."),
        "setup": Entrance(_CONFIG, "setup", "Print the address of the page that shows what reaches the companion."),
        "health": Entrance("companion.cli.serve", "health", "Ask the companion on this machine whether it is ready."),
        "reader": Entrance("companion.cli.read", "reader", "Read the photos that wait in PostgreSQL."),
        "read": Entrance("companion.cli.read", "read", "Read the cards in photographs, one JSON line each."),
        "kept": Entrance("companion.cli.read", "kept", "Export or delete the photos that tables agreed to keep."),
        "teach": Entrance("companion.cli.read", "teach", "Teach the reader a deck from photos of known cards."),
        "variants": Entrance(_RULEBOOK, "variants", "List the variants, or show one with its options and clauses."),
        "meld": Entrance(_RULES, "meld", "Count the best meld of a hand, such as AS 10S KS QS JS."),
        "legal": Entrance(_RULES, "legal", "Say which cards of a hand may be played to a trick."),
        "trick": Entrance(_RULES, "trick", "Say which card takes a trick."),
        "score": Entrance(_RULES, "score", "Score a deal, show the working and say whether the game is over."),
        "referee": Entrance(_RULES, "referee", "Settle a question: why, by which clauses, and what follows."),
        "rules": Entrance(_RULEBOOK, "rules", "Answer a question in your own words from the rulebook."),
        "export": Entrance(_STORE, "export", "Write a game to standard output, as JSON or as CSV."),
        "import": Entrance(_STORE, "import_", "Bring in a game or a house variant that export wrote."),
        "invite": Entrance("companion.cli.admin", "invite", "Make a link by which a phone keeps the score of a game."),
        "release": Entrance("companion.cli.admin", "release", "Let go of a person whose phone is lost."),
        "backup": Entrance(_STORE, "backup", "Copy everything into a new file, also while the companion runs."),
        "restore": Entrance(
            _STORE, "restore", "Check everything in a backup, then put it in the place of what is there."
        ),
        "upgrade": Entrance(
            _STORE, "upgrade", "Copy everything, then bring the tables of an older companion up to date."
        ),
        "copy": Entrance(_STORE, "copy", "Copy everything into an empty database of the same or another kind."),
        "check": Entrance(_STORE, "check", "Check the file and every game and night in it."),
    },
)
