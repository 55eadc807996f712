"""The questions to a device about its passkeys, and the checks of its answers.

The library ``webauthn`` does the reading and the reckoning; what is decided here is what is asked for: a key that its
device finds by itself, so that nobody types a name, and that it is unlocked where the device can.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from companion.store.club import Account, Passkey

THE_CLUB = "Pinochle companion"


class NotProven(ValueError):
    """An answer that no passkey of ours gave to this question here."""


@dataclass(frozen=True)
class RelyingParty:
    """The site of passkeys: its name, and the address of its pages as a browser knows it."""

    name: str
    origin: str


@dataclass(frozen=True)
class NewKey:
    """A device's answer about a passkey that it has just made."""

    id: str
    public_key: bytes
    uses: int


def ask_for_new_key(place: RelyingParty, question: bytes, account: Account, known: Iterable[Passkey]) -> str:
    """Return the browser's options, as JSON, to make a passkey for an account, if the device has none for it."""
    options = generate_registration_options(
        rp_id=place.name,
        rp_name=THE_CLUB,
        user_id=account.id.encode(),
        user_name=account.name,
        challenge=question,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(key.id)) for key in known],
    )
    return options_to_json(options)


def ask_for_any_key(place: RelyingParty, question: bytes) -> str:
    """Return the browser's options, as JSON, to show any of the device's passkeys for this place."""
    return options_to_json(generate_authentication_options(rp_id=place.name, challenge=question))


def ask_for_key_of(place: RelyingParty, question: bytes, known: Iterable[Passkey]) -> str:
    """Return the browser's options, as JSON, to show one of these passkeys, unlocked by its owner."""
    options = generate_authentication_options(
        rp_id=place.name,
        challenge=question,
        allow_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(key.id)) for key in known],
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return options_to_json(options)


def read_new_key(place: RelyingParty, question: bytes, answer: str) -> NewKey:
    """The passkey that a device made for this question.

    :raises NotProven: if it did not.
    """
    with _in_words():
        made = verify_registration_response(
            credential=answer,
            expected_challenge=question,
            expected_rp_id=place.name,
            expected_origin=place.origin,
        )
    return NewKey(bytes_to_base64url(made.credential_id), made.credential_public_key, made.sign_count)


def uses_of(place: RelyingParty, question: bytes, answer: str, key: Passkey, *, unlocked: bool = False) -> int:
    """Check the answer to this question, and return the passkey's number of uses, as its device counts them.

    :param unlocked: whether a finger, a face or a number must have unlocked the device for it.
    :raises NotProven: if it has not.
    """
    with _in_words():
        shown = verify_authentication_response(
            credential=answer,
            expected_challenge=question,
            expected_rp_id=place.name,
            expected_origin=place.origin,
            credential_public_key=key.public_key,
            credential_current_sign_count=key.uses,
            require_user_verification=unlocked,
        )
    return shown.new_sign_count


@contextmanager
def _in_words() -> Iterator[None]:
    # Anybody may send anything, and not all that can be wrong with it is the library's own error.
    try:
        yield
    except (WebAuthnException, ValueError, TypeError, KeyError, IndexError, AttributeError) as fault:
        raise NotProven(str(fault)) from fault
