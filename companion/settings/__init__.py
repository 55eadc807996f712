"""What whoever runs the companion says of it, by flags, in the environment or in files."""

from companion.settings.find import Found, SettingError, read_settings, typed, values
from companion.settings.known import SETTINGS, Setting

__all__ = ["SETTINGS", "Found", "Setting", "SettingError", "read_settings", "typed", "values"]
