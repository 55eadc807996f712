"""What happened, told in sentences."""

from companion.game.log.lines import LogLine, log_lines, say

__all__ = ["LogLine", "log_lines", "say"]
