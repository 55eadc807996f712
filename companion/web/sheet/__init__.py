"""The score sheet, the log, and putting a deal right."""
