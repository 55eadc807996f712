"""What ``bootstrap.py`` does once Python is new enough; standard library only, for nothing is installed yet."""
