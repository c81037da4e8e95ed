"""Which package may import what, read from the sources; docs/adr/0001-top-level.md says why."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("rules", "device", "web")
OURS = {*PACKAGES, "bench", "hardware", "tests", "tools"}
MAX_LINES = 500
# What web may know of device.
DEVICE_FOR_WEB = (
    "device.session",
    "device.amending",
    "device.arranging",
    "device.presses",
    "device.refusals",
    "device.errors",
    "device.seating",
    "device.profiles",
    "device.profile_file",
    "device.part_states",
    "device.views",
    "device.texts",
    "device.data",
)

SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
ALL_SOURCES = sorted({*SOURCES, *(ROOT / "tests").rglob("*.py"), *(ROOT / "tools").rglob("*.py")})


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(source: str, path: str) -> Iterator[tuple[str, bool]]:
    """Yield each imported module with whether that happens inside a function.

    `from a import b` yields `a.b`: b may be a module. Relative imports are resolved by *path*.
    """
    package = path.split("/")[:-1]

    def walk(node: ast.AST, inside: bool) -> Iterator[tuple[str, bool]]:
        match node:
            case ast.Import(names=names):
                yield from ((alias.name, inside) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                start = package[: len(package) - level + 1] if level else []
                base = [*start, *([module] if module else [])]
                yield from ((".".join([*base, alias.name]), inside) for alias in names)
            case _:
                inside = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
                for child in ast.iter_child_nodes(node):
                    yield from walk(child, inside)

    return walk(ast.parse(source), inside=False)


def is_within(name: str, modules: tuple[str, ...]) -> bool:
    return any(name == module or name.startswith(f"{module}.") for module in modules)


def is_allowed(path: str, name: str, inside_function: bool) -> bool:
    top = name.partition(".")[0]
    match path.partition("/")[0]:
        case "rules":
            return top == "rules" or top in sys.stdlib_module_names
        case "device":
            may_serve = path == "device/cli.py" and inside_function
            return top in {"rules", "device"} or (top == "web" and may_serve) or top not in OURS
        case "web":
            return top in {"rules", "web"} or is_within(name, DEVICE_FOR_WEB) or top not in OURS
        case other:
            raise AssertionError(other)


def refused(path: str, source: str) -> list[str]:
    return [name for name, inside in imports(source, path) if not is_allowed(path, name, inside)]


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_module_imports_only_what_its_package_may(path: Path) -> None:
    assert refused(relative(path), path.read_text(encoding="utf-8")) == []


def test_what_the_installer_reads_of_the_device_needs_nothing_installed() -> None:
    found = {
        name
        for path in (ROOT / "tools").glob("*.py")
        for name, _ in imports(path.read_text(encoding="utf-8"), relative(path))
        if is_within(name, ("device",))
    }
    assert {name.rpartition(".")[0] for name in found} == {"device.raspberry_pi"}
    source = (ROOT / "device/raspberry_pi.py").read_text(encoding="utf-8")
    names = [name.partition(".")[0] for name, _ in imports(source, "device/raspberry_pi.py")]
    assert [name for name in names if name not in sys.stdlib_module_names] == []


@pytest.mark.parametrize("path", ALL_SOURCES, ids=relative)
def test_module_is_short_enough_to_read(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= MAX_LINES, "split it by idea"


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        pytest.param(
            "rules/a.py", "import json\nfrom rules.core import Event", [], id="rules-standard-library"
        ),
        pytest.param("rules/a.py", "import segno", ["segno"], id="rules-third-party"),
        pytest.param("rules/a.py", "from device import session", ["device.session"], id="rules-device"),
        pytest.param("rules/b/a.py", "from . import c\nfrom .. import d", [], id="rules-relative"),
        pytest.param("device/a.py", "import gpiozero, rules.core", [], id="device-third-party"),
        pytest.param("device/a.py", "def f():\n    import web.app", ["web.app"], id="device-web"),
        pytest.param("device/a.py", "import tests.x", ["tests.x"], id="device-tests"),
        pytest.param("device/cli.py", "def f():\n    from web import app", [], id="cli-web-in-a-function"),
        pytest.param("device/cli.py", "from web import app", ["web.app"], id="cli-web-at-the-top"),
        pytest.param("web/a.py", "from device.session import Session", [], id="web-session"),
        pytest.param("web/a.py", "from device import views", [], id="web-views"),
        pytest.param("web/a.py", "from device import ring", ["device.ring"], id="web-ring"),
        pytest.param("web/a.py", "import device.sessions", ["device.sessions"], id="web-likeness-of-a-name"),
        pytest.param("web/a.py", "import fastapi", [], id="web-third-party"),
    ],
)
def test_import_is_judged(path: str, source: str, expected: list[str]) -> None:
    assert refused(path, source) == expected
