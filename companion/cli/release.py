"""``companion release``: a person whose phone is lost is let go of, and the new phone takes them."""

from __future__ import annotations

import os

import click

from companion.cli.commands import UserError
from companion.cli.store import opened
from companion.cli.where import Where, find_settings, kept_in
from companion.settings import address_told
from companion.store.audit import Action, AuditEntry
from companion.store.moments import now

HERE = "this machine"


@click.command()
@click.argument("name")
@kept_in("Where the games are kept.")
def release(name: str, where: Where) -> None:
    """Let go of a person whose phone is lost, and make a link for the new one.

    The person is no phone's then, until the new one uses the link, which is good for an hour. Who may see the person's
    page stays as it was.
    """
    from companion.web.people.naming import make_token

    settings = find_settings(None, None, os.environ)
    with opened(where) as store:
        people = store.sayings.people()
        person = people.key(name)
        phones = people.phones.get(person)
        if not phones:
            raise UserError(f"{name} is on no phone: whoever says “This is me” there first has the say")
        entry = AuditEntry(None, now(), "companion release", Action.PERSON_RELEASED, name)
        store.sayings.release(person, HERE, now(), entry=entry)
        key = settings["SECRET_KEY"].value or store.secret.key()
    told = address_told(settings["URL"].value, f"/who/phone/{make_token(key, person)}")
    click.echo(f"On the new phone, {told}")
