"""A club: signing in, one's own account, and who is a member."""

from companion.web.club.pages import init_app

__all__ = ["init_app"]
