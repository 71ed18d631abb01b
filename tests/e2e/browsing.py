"""What is looked for on a page; without a browser or a built studio its tests do not run."""

import shutil
from pathlib import Path

import pytest

from nukki.server import studio

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"

if not (shutil.which("chromium") or shutil.which("chromium-browser")):
    pytest.skip("there is no chromium here", allow_module_level=True)
if not studio.is_built():
    pytest.skip("the studio is not built: tools/web.sh build", allow_module_level=True)


def faults(page, within="html"):
    """What axe finds in a part of the page: rules of WCAG 2.2 A and AA, contrast among them."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
    wanted = {"runOnly": tags, "resultTypes": ["violations"]}
    found = page.evaluate("([within, wanted]) => axe.run(within, wanted)", [within, wanted])
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


def overflows(page):
    return page.evaluate("document.documentElement.scrollWidth > innerWidth")


def wait_for_pictures(page):
    """Asked again and again from here: the page's own policy forbids a predicate to be
    evaluated inside it a second time."""
    loaded = "[...document.images].every(picture => picture.loading === 'lazy' || picture.complete)"
    for _ in range(100):
        if page.evaluate(loaded):
            return
        page.wait_for_timeout(100)
    pytest.fail("pictures are still loading after ten seconds")


class Asked:
    """The requests of a page to the API, as they go out."""

    def __init__(self, page):
        self.paths = []
        page.on("request", self._note)

    def _note(self, request):
        if "/api/" in request.url:
            self.paths.append(request.url.partition("/api/")[2].partition("?")[0])

    def since(self):
        """Those since the last look, without pictures."""
        found, self.paths = self.paths, []
        return [path for path in found if "/files/" not in path and "/thumbs/" not in path]
