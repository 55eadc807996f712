"""A group of commands that imports each only when it runs, and says errors in one line."""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

import click
from typing_extensions import override

from companion.shipped import is_one_file

USER_ERROR = 2
INTERRUPTED = 130
CLOSED_PIPE = 141
"""The exit code of a shell after ``head`` closed the pipe: 128 and the number of SIGPIPE."""
_UNWRITABLE = (errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC)
_ANSWERS_BY_NETWORK = ("serve", "host", "reader")


class UserError(click.ClickException):
    """An error that the user can correct; the message says what, and how."""

    exit_code = USER_ERROR


@contextmanager
def user_errors(*kinds: type[Exception]) -> Iterator[None]:
    """Report these exceptions as errors that the user can correct.

    :raises UserError: in place of any of them, with its words.
    """
    try:
        yield
    except kinds as fault:
        raise UserError(str(fault)) from fault


class Entrance(NamedTuple):
    """The module of a command, and its line in the list of all."""

    module: str
    attribute: str
    says: str
    in_one_file: bool = True
    """True if the one-file program has it, too."""


class Commands(click.Group):
    """The commands of the program, in the order in which they are listed."""

    def __init__(self, *, version: str, entrances: Mapping[str, Entrance], **how: Any) -> None:
        super().__init__(**how)
        self.entrances = entrances
        click.version_option(version, message="companion %(version)s", help="Show the version.")(self)

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name, each in self.entrances.items() if each.in_one_file or not is_one_file()]

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entrance = self.entrances.get(cmd_name)
        if entrance is None:
            return None
        command = getattr(import_module(entrance.module), entrance.attribute)
        return command if isinstance(command, click.Command) else None

    @override
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.entrances[name].says) for name in self.list_commands(ctx)])

    @override
    def make_context(self, *words: Any, **how: Any) -> click.Context:
        with _writing():
            return super().make_context(*words, **how)

    @override
    def invoke(self, ctx: click.Context) -> Any:
        with _writing():
            return super().invoke(ctx)

    @override
    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        if getattr(sys, "frozen", False):  # by PyInstaller and the like, whose program is started again for the reader
            from multiprocessing import freeze_support

            freeze_support()
        # Without a word there is nothing to run, so the list of commands is the answer.
        words = (sys.argv[1:] if args is None else list(args)) or ["--help"]
        if sys.stdout is None and words[0] not in _ANSWERS_BY_NETWORK:
            _say_unwritable("it is closed")
        try:
            status = super().main(words, prog_name, complete_var, standalone_mode=False, **extra)
        except click.ClickException as fault:
            if not standalone_mode:
                raise
            _say(fault, as_json="--json" in words)
        except click.Abort:
            if not standalone_mode:
                raise
            click.echo("Stopped.", err=True)
            sys.exit(INTERRUPTED)
        return sys.exit(status if isinstance(status, int) else 0) if standalone_mode else status


@contextmanager
def _writing() -> Iterator[None]:
    """Ends without a traceback where standard output can't be written to, or nobody reads it any longer."""
    try:
        yield
    except BrokenPipeError:
        _abandon_output()
        sys.exit(CLOSED_PIPE)
    except OSError as fault:
        if fault.errno not in _UNWRITABLE or fault.filename is not None:
            raise
        _abandon_output()
        _say_unwritable(fault.strerror)


def _abandon_output() -> None:
    """Discard the output still to be written, so that Python does not fail again as it ends."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say_unwritable(why: str | None) -> NoReturn:
    with suppress(OSError):  # standard error may be full as well
        click.echo(f"Error: standard output can’t be written to: {why}", err=True)
    sys.exit(USER_ERROR)


def _say(fault: click.ClickException, *, as_json: bool) -> NoReturn:
    message = fault.format_message()
    with _writing():
        if as_json:
            click.echo(json.dumps({"error": message}))
        else:
            hint = (
                f" (see {fault.ctx.command_path} --help)" if isinstance(fault, click.UsageError) and fault.ctx else ""
            )
            click.echo(f"Error: {message}{hint}", err=True)
    sys.exit(USER_ERROR)
