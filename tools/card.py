"""Prepare a freshly written card of Raspberry Pi OS, so that its first start installs Khepri.

Only the boot partition is touched, which every computer can write. Trixie is told by cloud-init's user-data,
Bookworm by firstrun.sh; Imager writes one of them, and what it wrote stays in force.
"""

from __future__ import annotations

import argparse
import gzip
import io
import re
import tarfile
from pathlib import Path
from typing import TYPE_CHECKING

from tools import boot_files
from tools.boot_files import text_of
from tools.changes import replace
from tools.installing import CHECKOUT
from tools.speech import SetupError, fail, say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ARCHIVE = "khepri.tar.gz"
FIRST = "khepri-first.sh"
PACKED = ("device", "rules", "web", "systemd", "tools", "pyproject.toml", "README.md", "LICENSE")
CLOUD_COMMAND = f"[ sh, {boot_files.FOLDER}/{FIRST}, start ]"
# Imager's script ends with these lines, in this order.
FIRSTRUN_END = re.compile(r"^rm -f \S*/firstrun\.sh$", re.M)
FIRSTRUN_LINE = f'sh "$(dirname "$0")/{FIRST}" || true\n'
FIRSTRUN = f"""\
#!/bin/bash
{FIRSTRUN_LINE}rm -f "$0"
sed -i 's| systemd\\.[^ ]*||g' {boot_files.CMDLINE}
exit 0
"""
RUN_WORDS = (
    f"systemd.run={boot_files.FOLDER}/firstrun.sh",
    "systemd.run_success_action=reboot",
    "systemd.unit=kernel-command-line.target",
)


def with_command(user_data: str) -> str:
    """Give cloud-init's user-data with our command among those that it runs.

    Raises:
        SetupError: when it is no such file, or has its commands in a form that can't be added to.
    """
    if CLOUD_COMMAND in user_data:
        return user_data
    if not user_data.startswith("#cloud-config"):
        raise SetupError("user-data is not in cloud-init's form.", "write the card anew with Imager")
    found = re.search(r"^runcmd:(.*)\n((?:[ ]*#.*\n|[ ]*\n)*)([ ]*)(-?)", user_data, re.M)
    if found is None:
        return f"{user_data.rstrip()}\n\nruncmd:\n- {CLOUD_COMMAND}\n"
    if found[1].split("#")[0].strip() or not found[4]:
        raise SetupError("runcmd in user-data is not a list of lines.", f"add {CLOUD_COMMAND} to it by hand")
    start = found.start(3)
    return f"{user_data[:start]}{found[3]}- {CLOUD_COMMAND}\n{user_data[start:]}"


def with_line(firstrun: str) -> str:
    """Give Imager's firstrun.sh with our line before it removes itself.

    Raises:
        SetupError: when it is not Imager's.
    """
    if FIRSTRUN_LINE in firstrun:
        return firstrun
    end = FIRSTRUN_END.search(firstrun)
    if end is None:
        raise SetupError("firstrun.sh is not as Imager writes it.", f"add {FIRSTRUN_LINE.strip()} by hand")
    return firstrun[: end.start()] + FIRSTRUN_LINE + firstrun[end.start() :]


def archive(checkout: Path = CHECKOUT) -> bytes:
    """Pack what a table needs of a checkout; the same checkout gives the same bytes."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo | None:
        if "__pycache__" in entry.name:
            return None
        entry.uid = entry.gid = entry.mtime = 0
        entry.uname = entry.gname = "root"
        return entry

    packed = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=6, mtime=0) as zipped,
        tarfile.open(fileobj=zipped, mode="w") as tar,
    ):
        for name in PACKED:
            tar.add(checkout / name, name, filter=plain)
    return packed.getvalue()


def prepare(
    bootfs: Path,
    *,
    is_dry: bool = False,
    tell: Callable[[str], None] = say,
    pack: Callable[[], bytes] = archive,
) -> None:
    """Lay Khepri on a card's boot partition, and have its first start install it; again is fine.

    Raises:
        SetupError: when this is no such partition; nothing has changed.
    """
    for name in ("config.txt", "cmdline.txt"):
        if not (bootfs / name).exists():
            raise SetupError(f"There is no {name} in {bootfs}.", "name the card's partition called bootfs")
    wanted = {"config.txt": boot_files.with_block(text_of(bootfs / "config.txt")), **_hook(bootfs)}
    files = {name: boot_files.bytes_of(text) for name, text in wanted.items()}
    files[FIRST] = (CHECKOUT / "systemd" / "card" / FIRST).read_bytes()
    files[ARCHIVE] = pack()
    for name, content in files.items():
        target = bootfs / name
        was = target.read_bytes() if target.exists() else None
        if was == content:
            tell(f"already  {name}")
            continue
        tell(f"{'would write' if is_dry else 'write   '} {name}")
        if is_dry:
            continue
        if was is not None and name in wanted:
            boot_files.keep(target)
        replace(target, content)
    tell("the first start installs Khepri, which needs the internet once and takes some ten minutes")


def _hook(bootfs: Path) -> dict[str, str]:
    """Give the files by which the first start of this card is told, with us in them."""
    user_data, firstrun = bootfs / "user-data", bootfs / "firstrun.sh"
    if user_data.exists():
        return {"user-data": with_command(text_of(user_data))}
    if not firstrun.exists() or text_of(firstrun) == FIRSTRUN:
        cmdline = boot_files.with_words(text_of(bootfs / "cmdline.txt"), *RUN_WORDS)
        return {"firstrun.sh": FIRSTRUN, "cmdline.txt": cmdline}
    return {"firstrun.sh": with_line(text_of(firstrun))}


def main(argv: Sequence[str]) -> int:
    """Prepare the card that *argv* names; 1 after an error that was told in a sentence."""
    parser = argparse.ArgumentParser(
        prog="systemd/prepare-card",
        description="Have a freshly written card of Raspberry Pi OS install Khepri at its first start.",
    )
    parser.add_argument("bootfs", type=Path, help="the card's boot partition, such as /media/you/bootfs")
    parser.add_argument("--dry-run", action="store_true", help="only tell what would be done")
    options = parser.parse_args(argv)
    try:
        prepare(options.bootfs, is_dry=options.dry_run)
    except (SetupError, OSError) as error:
        return fail(error)
    return 0
