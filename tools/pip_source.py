"""Find a pip where Python may have come without one, as Debian's does."""

from __future__ import annotations

import configparser
import contextlib
import hashlib
import html
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import urllib.parse
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

from tools.speech import OfflineError, SetupError, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def find_pip(python: Path, folder: Path, lock: Path) -> list[str]:
    """Return the start of a pip command line that works on the environment of *python*.

    In this order: this Python's own pip, a wheel that came with Python or Debian, Debian's package fetched
    without installing it, and the index that pip's configuration names, with the hash that *lock* names.
    What is fetched goes into *folder*.
    """
    spec = importlib.util.find_spec("pip")
    if spec and spec.origin:  # a left-over empty folder has no origin
        return [sys.executable, "-m", "pip", "--python", str(python)]
    wheel = local_pip_wheel(wheel_folders()) or debian_pip_wheel(folder)
    if wheel is None:
        index = configured_index(os.environ, pip_configuration_files(os.environ))
        if index is None:
            raise SetupError("This Python has no pip, and none was found.", "sudo apt install python3-pip")
        wheel = download_pip_wheel(index, lock.read_text(encoding="utf-8"), folder)
    return [str(python), str(wheel / "pip")]


def wheel_folders() -> list[Path]:
    folders = [Path("/usr/share/python-wheels")]
    if configured := sysconfig.get_config_var("WHEEL_PKG_DIR"):
        folders.append(Path(configured))
    if spec := importlib.util.find_spec("ensurepip"):
        folders += [Path(place) / "_bundled" for place in spec.submodule_search_locations or ()]
    return folders


def local_pip_wheel(folders: Sequence[Path]) -> Path | None:
    """Find a pip wheel in *folders*, the newest of the first folder that has one."""
    for folder in folders:
        if wheels := sorted(folder.glob("pip-*.whl"), key=lambda file: file.stat().st_mtime):
            return wheels[-1]
    return None


def debian_pip_wheel(target: Path) -> Path | None:
    """Fetch Debian's python3-pip-whl, which apt checks, and unpack it; this needs no rights on the system."""
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        return None
    say("fetching Debian's python3-pip-whl")
    with tempfile.TemporaryDirectory() as folder:
        fetch = ["apt-get", "download", "--quiet", "python3-pip-whl"]
        if subprocess.run(fetch, cwd=folder, capture_output=True).returncode:
            return None
        for package in Path(folder).glob("*.deb"):
            subprocess.run(["dpkg-deb", "-x", str(package), folder], check=True)
        wheel = local_pip_wheel([Path(folder, "usr/share/python-wheels")])
        return Path(shutil.copy(wheel, target)) if wheel else None


def pip_configuration_files(env: Mapping[str, str]) -> list[Path]:
    """List pip's configuration files, the strongest first."""
    named = [Path(env["PIP_CONFIG_FILE"])] if env.get("PIP_CONFIG_FILE") else []
    user = Path(env.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    system = [Path(folder) for folder in (env.get("XDG_CONFIG_DIRS") or "/etc/xdg").split(":")]
    legacy = Path.home() / ".pip" / "pip.conf"
    return [
        *named,
        user / "pip/pip.conf",
        legacy,
        Path("/etc/pip.conf"),
        *(place / "pip/pip.conf" for place in system),
    ]


def configured_index(env: Mapping[str, str], files: Sequence[Path]) -> str | None:
    """Return the package index that the environment or the first file that has one names."""
    if env.get("PIP_INDEX_URL"):
        return env["PIP_INDEX_URL"]
    for file in files:
        parser = configparser.RawConfigParser()
        with contextlib.suppress(configparser.Error, UnicodeDecodeError):
            parser.read(file, encoding="utf-8")
            for section in ("install", "global"):
                if parser.has_option(section, "index-url"):
                    return parser.get(section, "index-url")
    return None


def download_pip_wheel(index: str, lock: str, target: Path) -> Path:
    """Fetch the pip wheel of the version and with one of the hashes that *lock* names, from *index*."""
    entry = re.search(r"^pip==(\S+)((?: \\\n +--hash=sha256:[0-9a-f]+)+)", lock, re.M)
    if entry is None:
        raise SetupError("The lock names no pip.", "make lock")
    hashes = set(re.findall(r"sha256:([0-9a-f]+)", entry[2]))
    page_url = index.rstrip("/") + "/pip/"
    say("fetching pip from the configured index")
    try:
        with urllib.request.urlopen(page_url, timeout=60) as answer:
            page = answer.read().decode()
        link = re.search(rf'href="([^"]*/pip-{re.escape(entry[1])}-py3-none-any\.whl[^"]*)"', page)
        if link is None:
            raise SetupError(f"The configured index has no pip {entry[1]}.", "sudo apt install python3-pip")
        with urllib.request.urlopen(
            urllib.parse.urljoin(page_url, html.unescape(link[1])), timeout=60
        ) as answer:
            content = answer.read()
    except OSError as error:
        raise OfflineError(
            "pip can't be downloaded: this machine seems to be offline.", "connect it once for the set-up"
        ) from error
    if hashlib.sha256(content).hexdigest() not in hashes:
        raise SetupError("The downloaded pip is not the one that was locked.", "check the configured index")
    wheel = target / f"pip-{entry[1]}-py3-none-any.whl"
    wheel.write_bytes(content)
    return wheel
