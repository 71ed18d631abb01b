"""Windows of a real browser for every test that looks at the studio."""

import shutil

import pytest
from playwright.sync_api import expect, sync_playwright

expect.set_options(timeout=15_000)  # a browser on a busy machine takes its time

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
EXPECTED = (
    "401 (Unauthorized)",
    "409 (Conflict)",
    "415 (Unsupported Media Type)",
    "422 (Unprocessable",
    "429 (Too Many Requests)",
    "ERR_CONNECTION_REFUSED",
)


@pytest.fixture(scope="module")
def chromium():
    """The system's browser with a profile of its own; it keeps an event loop while it runs."""
    with sync_playwright() as play:
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        running = play.chromium.launch(executable_path=program, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def browser(chromium):
    """Opens a window that remembers nothing; a word on its console is a failure."""
    opened, complaints = [], []

    def listen(page):
        page.set_default_timeout(20_000)
        page.on("console", lambda said: complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    def window(language="en-US", scheme="light", width=1440, beside=None):
        """`beside` another page: a second tab of the same browser."""
        if beside is not None:
            return listen(beside.context.new_page())
        context = chromium.new_context(
            locale=language, color_scheme=scheme, viewport={"width": width, "height": 900}
        )
        opened.append(context)
        return listen(context.new_page())

    yield window
    for context in opened:
        context.close()
    # a browser itself notes a refusal that the page expects and tells the person about
    assert [said for said in complaints if not any(part in said for part in EXPECTED)] == []
