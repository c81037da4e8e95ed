"""Changes to a system's files that can all be undone: each is told, written down, and backed up first.

What was changed stands in one file, which is written before the change itself: whatever is interrupted can
be done again, or undone.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

MANIFEST = "/opt/khepri/installed.json"
BACKUPS = "/opt/khepri/backup"
SETTINGS = "/etc/default/"


class _Was(NamedTuple):
    """What lay at a path before this run, and what was noted of it."""

    link: str | None
    content: bytes | None
    mode: int
    noted: str | None


class Changes:
    """Files, links and folders below *root*, named by their path on the finished system.

    Where *is_dry*, all is told and nothing is done.
    """

    def __init__(self, root: Path, say: Callable[[str], None], *, is_dry: bool = False) -> None:
        self.root = root
        self.is_dry = is_dry
        self._say = say
        self.count = 0
        """How many changes were made, or would be."""
        self._files: dict[str, str] = {}
        self._folders: list[str] = []
        self._before: dict[str, _Was] = {}
        with contextlib.suppress(OSError, ValueError):
            kept = json.loads(self.at(MANIFEST).read_text(encoding="utf-8"))
            self._files, self._folders = dict(kept["files"]), list(kept["folders"])

    def at(self, path: str) -> Path:
        """Give where a path of the finished system lies now."""
        return self.root / path.lstrip("/")

    def is_ours(self, path: str) -> bool:
        """Whether it was made by a change of ours."""
        return path in self._files

    def write(self, path: str, content: bytes, mode: int = 0o644) -> bool:
        """Have a file hold *content*, and say whether it changed; a setting stays as somebody made it."""
        target = self.at(path)
        was = _content(target)
        if was == content and not target.is_symlink() and target.stat().st_mode & 0o777 == mode:
            return self._already(path)
        if was is not None and path.startswith(SETTINGS):
            self._say(f"kept     {path}, as somebody set it")
            return False
        if self._told("replace" if was is not None else "write", path):
            return True
        self.remember(path)
        self._back_up(path, was)
        self._note(path, _digest(content))
        self._make_folders(target.parent)
        replace(target, content, mode)
        return True

    def link(self, path: str, to: str) -> bool:
        """Have a symbolic link; say whether it changed. It is swapped in one step."""
        target = self.at(path)
        if target.is_symlink() and str(target.readlink()) == to:
            return self._already(path)
        if self._told("link", f"{path} -> {to}"):
            return True
        self.remember(path)
        self._back_up(path, _content(target))
        self._note(path, f"-> {to}")
        self._make_folders(target.parent)
        _link(target, to)
        return True

    def remember(self, path: str) -> None:
        """Have `revert` lay a file as it is now; what is written or linked here is remembered anyway."""
        target = self.at(path)
        link = str(target.readlink()) if target.is_symlink() else None
        mode = target.lstat().st_mode & 0o777 if os.path.lexists(target) else 0
        self._before.setdefault(path, _Was(link, _content(target), mode, self._files.get(path)))

    def revert(self) -> None:
        """Take back what this run has changed, last first: each file is again what it was before the run."""
        for path, was in reversed(self._before.items()):
            self._say(f"put back {path}")
            target = self.at(path)
            if was.link is not None:
                _link(target, was.link)
            elif was.content is not None:
                replace(target, was.content, was.mode)
            else:
                target.unlink(missing_ok=True)
            if was.noted is not None:
                self._files[path] = was.noted
            else:
                self._files.pop(path, None)
        self._before.clear()
        self._save()

    def undo(self, *, is_purge: bool = False) -> None:
        """Take back every change, last first; a setting that somebody changed stays unless *is_purge*."""
        for path in reversed(list(self._files)):
            self._take_back(path, is_purge=is_purge)
        if not self.is_dry:
            for name in ("installed.json", "backup"):
                self.remove_tree(f"/opt/khepri/{name}", is_told=False)
        for path in reversed(self._folders):
            with contextlib.suppress(OSError):
                if not self.is_dry:
                    self.at(path).rmdir()
        self._files, self._folders = {}, []

    def remove_tree(self, path: str, *, is_told: bool = True) -> None:
        """Remove a file or a folder with all that is in it."""
        target = self.at(path)
        if not os.path.lexists(target) or (is_told and self._told("remove", path)):
            return
        if target.is_dir() and not target.is_symlink():
            shutil.rmtree(target)
        else:
            target.unlink()

    def own_folder(self, path: str) -> None:
        """Make a folder that goes at the end if it is empty then."""
        if not self.is_dry:
            self._make_folders(self.at(path))

    def _take_back(self, path: str, *, is_purge: bool) -> None:
        target, backup = self.at(path), self.at(BACKUPS + path)
        is_changed = not target.is_symlink() and _digest(_content(target) or b"") != self._files[path]
        if path.startswith(SETTINGS) and is_changed and target.exists() and not is_purge:
            self._say(f"kept     {path}, as somebody set it")
        elif backup.exists() or backup.is_symlink():
            if not self._told("restore", path):
                shutil.move(backup, target)
        elif os.path.lexists(target) and not self._told("remove", path):
            target.unlink()

    def _already(self, path: str) -> bool:
        self._say(f"already  {path}")
        return False

    def _told(self, verb: str, what: str) -> bool:
        """Tell a change; True where telling is all."""
        self.count += 1
        self._say(f"{'would ' + verb if self.is_dry else verb:<8} {what}")
        return self.is_dry

    def _back_up(self, path: str, was: bytes | None) -> None:
        target, backup = self.at(path), self.at(BACKUPS + path)
        if was is None and not target.is_symlink():
            return
        if self.is_ours(path):
            if self._files[path].startswith("->") or _digest(was or b"") == self._files[path]:
                return
            backup = backup.with_name(f"{backup.name}.changed")
        self._make_folders(backup.parent)
        shutil.copy2(target, backup, follow_symlinks=False)
        self._say(f"         (kept what it was in {BACKUPS}{path})")

    def _note(self, path: str, digest: str) -> None:
        self._files[path] = digest
        self._save()

    def _save(self) -> None:
        manifest = self.at(MANIFEST)
        for folder in self._note_folders(manifest.parent):
            _make(folder)
        kept = {"files": self._files, "folders": self._folders}
        replace(manifest, json.dumps(kept, indent=1).encode() + b"\n")

    def _make_folders(self, folder: Path) -> None:
        if missing := self._note_folders(folder):
            self._save()
        for made in missing:
            _make(made)

    def _note_folders(self, folder: Path) -> list[Path]:
        """Note which folders are missing for *folder* to be there, the outermost first."""
        missing = [f for f in (folder, *folder.parents) if f != self.root and not f.exists()][::-1]
        named = [f"/{f.relative_to(self.root)}" for f in missing]
        self._folders += [name for name in named if name not in self._folders]
        return missing


def _make(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)


def replace(target: Path, content: bytes, mode: int = 0o644) -> None:
    """Write a file so that a pulled plug leaves the old one or the new one."""
    fresh = target.with_name(f".{target.name}.khepri-new")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    # A boot partition is FAT, which has no modes.
    with contextlib.suppress(PermissionError):
        fresh.chmod(mode)
    fresh.replace(target)


def _link(target: Path, to: str) -> None:
    fresh = target.with_name(f".{target.name}.khepri-new")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(to)
    fresh.replace(target)


def _content(target: Path) -> bytes | None:
    with contextlib.suppress(FileNotFoundError, IsADirectoryError, NotADirectoryError):
        return target.read_bytes()
    return None


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
