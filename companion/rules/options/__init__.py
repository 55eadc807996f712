"""What a table can choose: every option, its values, and the variant that they make."""

from companion.rules.options.registry import OPTIONS, Option, OptionError, with_options
from companion.rules.options.variant import Variant

__all__ = ["OPTIONS", "Option", "OptionError", "Variant", "with_options"]
