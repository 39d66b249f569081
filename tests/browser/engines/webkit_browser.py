"""A WebKitGTK browser for automation that keeps its profile, its downloads and its log.

WebKitWebDriver starts it, with the folder of the profile as its one argument. It runs under the
system's Python, which has the bindings of WebKitGTK (python3-gi, gir1.2-webkit2-4.1). The browser
that comes with the driver keeps nothing when it is closed.
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
    context.connect("automation-started", lambda _, session: on_session(session, context, folder))
    context.connect("download-started", lambda _, download: on_download(download, folder))
    Gtk.main()


def on_session(
    session: WebKit2.AutomationSession, context: WebKit2.WebContext, folder: Path
) -> None:
    """Let the driver open windows in its session."""
    about = WebKit2.ApplicationInfo()
    about.set_name("Tableside's tests")
    session.set_application_info(about)
    session.connect("create-web-view", lambda _: open_window(context, folder))


def open_window(context: WebKit2.WebContext, folder: Path) -> WebKit2.WebView:
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    view.get_settings().set_enable_write_console_messages_to_stdout(True)
    messages = view.get_user_content_manager()
    messages.register_script_message_handler("paper")
    messages.connect("script-message-received::paper", lambda *_: on_paper(view, folder))
    window = Gtk.Window(default_width=SIZE[0], default_height=SIZE[1])
    window.add(view)
    window.show_all()
    view.connect("close", lambda _: window.destroy())
    return view


def on_paper(view: WebKit2.WebView, folder: Path) -> None:
    """Print the page on A4 to `paper.pdf`; the `print()` of an automated page does nothing."""
    settings, setup = Gtk.PrintSettings(), Gtk.PageSetup()
    settings.set_printer("Print to File")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
    settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, (folder / "paper.pdf").as_uri())
    setup.set_paper_size(Gtk.PaperSize.new("iso_a4"))
    printing = WebKit2.PrintOperation.new(view)
    printing.set_print_settings(settings)
    printing.set_page_setup(setup)
    printing.print_()


def on_download(download: WebKit2.Download, folder: Path) -> None:
    def set_destination(_: WebKit2.Download, name: str) -> bool:
        download.set_destination((folder / "downloads" / name).as_uri())
        return True

    (folder / "downloads").mkdir(exist_ok=True)
    download.connect("decide-destination", set_destination)


if __name__ == "__main__":
    profile = Path(sys.argv[1])
    log = os.open(profile / "said.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, sys.stdout.fileno())
    os.dup2(log, sys.stderr.fileno())
    main(profile)
