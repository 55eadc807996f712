"""The table: one page that shows what the deal waits for, and every form on it."""
