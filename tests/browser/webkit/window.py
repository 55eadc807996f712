"""A WebKitGTK window of a phone's size, which WebKitWebDriver starts; for the system's own Python, with PyGObject.

MiniBrowser, which the driver would start by itself, is wider than a phone and is no iPhone to a page.

    window.py PROFILE SCRIPT    the folder PROFILE for what it stores, and a SCRIPT that runs before those of each page
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402  # the versions come first

WIDTH, HEIGHT = 360, 740
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/26.0 Mobile/15E148 Safari/604.1"
)


def open_window(context: WebKit2.WebContext, script: str) -> WebKit2.WebView:
    """Show a window with an empty page."""
    content = WebKit2.UserContentManager()
    frames, moment = WebKit2.UserContentInjectedFrames.ALL_FRAMES, WebKit2.UserScriptInjectionTime.START
    content.add_script(WebKit2.UserScript.new(script, frames, moment, None, None))
    # The console prints to stdout.
    settings = WebKit2.Settings(user_agent=IPHONE, enable_write_console_messages_to_stdout=True)
    view = WebKit2.WebView(
        web_context=context, settings=settings, user_content_manager=content, is_controlled_by_automation=True
    )
    view.connect(
        "web-process-terminated", lambda _, why: print("The page's process ended:", why.value_nick, flush=True)
    )
    window = Gtk.Window(decorated=False)
    window.set_default_size(WIDTH, HEIGHT)
    window.add(view)
    window.show_all()
    return view


def main(profile: Path, script: str) -> None:
    """Wait for the driver's session and open its window; the one who started the driver ends this process, too."""
    kept = WebKit2.WebsiteDataManager(base_data_directory=str(profile), base_cache_directory=str(profile / "cache"))
    context = WebKit2.WebContext.new_with_website_data_manager(kept)
    profile.mkdir(parents=True, exist_ok=True)
    context.get_cookie_manager().set_persistent_storage(
        str(profile / "cookies"), WebKit2.CookiePersistentStorage.SQLITE
    )
    context.set_automation_allowed(True)
    # Scroll bars that take up room are of no phone.
    Gtk.Settings.get_default().set_property("gtk-overlay-scrolling", True)

    def begin(_: WebKit2.WebContext, session: Any) -> None:
        session.set_application_info(WebKit2.ApplicationInfo())
        session.connect("create-web-view", lambda _: open_window(context, script))

    context.connect("automation-started", begin)
    Gtk.main()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
