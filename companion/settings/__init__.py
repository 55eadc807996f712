"""What whoever runs the companion says of it, by flags, in the environment or in files."""

from companion.settings.address import address_of, address_told
from companion.settings.find import Found, SettingError, read_settings, typed, values
from companion.settings.known import SETTINGS, Setting

__all__ = [
    "SETTINGS",
    "Found",
    "Setting",
    "SettingError",
    "address_of",
    "address_told",
    "read_settings",
    "typed",
    "values",
]
