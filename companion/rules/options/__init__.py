"""What a table can choose: every option, its values, and the variant that they make."""

from companion.rules.options.changes import all_options, differences, least_changes, with_options
from companion.rules.options.option import Option, OptionError
from companion.rules.options.registry import OPTIONS, find_option
from companion.rules.options.variant import Variant

__all__ = [
    "OPTIONS",
    "Option",
    "OptionError",
    "Variant",
    "all_options",
    "differences",
    "find_option",
    "least_changes",
    "with_options",
]
