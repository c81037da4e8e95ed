"""Files that ship inside the packages, found the same way from a checkout and from a wheel."""

from collections.abc import Iterator
from importlib.resources import files


def read(package: str, name: str) -> bytes:
    """Give the contents of a file of a package.

    Raises:
        FileNotFoundError: when the package has no such file: the installation is broken.
    """
    return files(package).joinpath(name).read_bytes()


def names(package: str, folder: str = "") -> Iterator[str]:
    """List the files in a folder of a package and below it, as paths from that folder."""
    root = files(package).joinpath(folder) if folder else files(package)
    for item in sorted(root.iterdir(), key=lambda i: i.name):
        if item.is_dir():
            yield from (f"{item.name}/{name}" for name in names(package, f"{folder}/{item.name}".strip("/")))
        else:
            yield item.name
