"""A browser of WebKitGTK that is driven: it keeps its profile, its downloads, and what is said.

WebKitWebDriver starts it, with the folder of the profile as its one argument. It runs under the
system's Python, which has WebKitGTK's names (python3-gi, gir1.2-webkit2-4.1); the browser that
comes with the driver forgets everything when it is closed.
"""

import os
import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

SIZE = (1180, 900)


def main(folder: Path) -> None:
    context = WebKit2.WebContext.new_with_website_data_manager(
        WebKit2.WebsiteDataManager(
            base_data_directory=str(folder / "data"), base_cache_directory=str(folder / "cache")
        )
    )
    context.set_automation_allowed(True)
    context.connect("automation-started", lambda _, session: automated(session, context, folder))
    context.connect("download-started", lambda _, download: saved(download, folder))
    Gtk.main()


def automated(
    session: WebKit2.AutomationSession, context: WebKit2.WebContext, folder: Path
) -> None:
    """The driver has come: it opens windows, and closes them."""
    about = WebKit2.ApplicationInfo()
    about.set_name("Tableside's tests")
    session.set_application_info(about)
    session.connect("create-web-view", lambda _: opened(context, folder))


def opened(context: WebKit2.WebContext, folder: Path) -> WebKit2.WebView:
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    view.get_settings().set_enable_write_console_messages_to_stdout(True)
    told = view.get_user_content_manager()
    told.register_script_message_handler("paper")
    told.connect("script-message-received::paper", lambda *_: on_paper(view, folder))
    window = Gtk.Window(default_width=SIZE[0], default_height=SIZE[1])
    window.add(view)
    window.show_all()
    view.connect("close", lambda _: window.destroy())
    return view


def on_paper(view: WebKit2.WebView, folder: Path) -> None:
    """What it is on A4 lies in `paper.pdf`. The `print()` of a driven page does nothing."""
    settings, setup = Gtk.PrintSettings(), Gtk.PageSetup()
    settings.set_printer("Print to File")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, (folder / "paper.pdf").as_uri())
    setup.set_paper_size(Gtk.PaperSize.new("iso_a4"))
    printing = WebKit2.PrintOperation.new(view)
    printing.set_print_settings(settings)
    printing.set_page_setup(setup)
    printing.print_()


def saved(download: WebKit2.Download, folder: Path) -> None:
    def named(_: WebKit2.Download, name: str) -> bool:
        download.set_destination((folder / "downloads" / name).as_uri())
        return True

    (folder / "downloads").mkdir(exist_ok=True)
    download.connect("decide-destination", named)


if __name__ == "__main__":
    profile = Path(sys.argv[1])
    said = os.open(profile / "said.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(said, sys.stdout.fileno())
    os.dup2(said, sys.stderr.fileno())
    main(profile)
