"""What happened, told in sentences."""

from companion.game.log.lines import LogLine, chief_of, log_lines, say
from companion.game.log.slips import Slip, slips

__all__ = ["LogLine", "Slip", "chief_of", "log_lines", "say", "slips"]
