"""What happened, told in sentences."""

from companion.game.log.lines import LogLine, chief_of, log_lines, say

__all__ = ["LogLine", "chief_of", "log_lines", "say"]
