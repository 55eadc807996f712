"""What reaches the companion through a proxy, for whoever sets it up."""

from companion.web.setup.pages import init_app

__all__ = ["init_app"]
