"""The work of ``bootstrap.py`` in a new enough Python; standard library only, for nothing is installed yet."""
