"""Reads a drawing of hardware/sheet.py back: which pins its wires, dots and tags join."""

import math
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]
Node = Point | str


@dataclass
class Read:
    """What stands in a drawing."""

    pins: dict[tuple[str, str], Point] = field(default_factory=dict)
    wires: list[list[Point]] = field(default_factory=list)
    dots: list[Point] = field(default_factory=list)
    tags: list[tuple[str, Point]] = field(default_factory=list)
    words: list[str] = field(default_factory=list)


def read(svg: bytes) -> Read:
    """Take a drawing apart."""
    found = Read()
    for element in ElementTree.fromstring(svg).iter():
        look = element.get("class")
        if look == "pin":
            ref, _, pin = element.attrib["data-pin"].partition(".")
            assert (ref, pin) not in found.pins, f"{ref}.{pin} is drawn twice"
            found.pins[ref, pin] = float(element.attrib["cx"]), float(element.attrib["cy"])
        elif look == "wire":
            found.wires.append(_points(element.attrib["points"]))
        elif look == "dot":
            found.dots.append((float(element.attrib["cx"]), float(element.attrib["cy"])))
        elif look == "tag":
            place = float(element.attrib["data-x"]), float(element.attrib["data-y"])
            found.tags.append((element.attrib["data-net"], place))
        elif element.tag == f"{SVG}text":
            found.words.append(element.text or "")
    return found


def _points(words: str) -> list[Point]:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in words.split())]


def on_wire(point: Point, wire: list[Point]) -> bool:
    """Say whether a point lies on a wire, also between its corners."""
    return any(_on_segment(point, a, b) for a, b in pairwise(wire))


def _on_segment(p: Point, a: Point, b: Point) -> bool:
    return math.isclose(math.dist(a, p) + math.dist(p, b), math.dist(a, b), abs_tol=1e-3)


def nets(drawing: Read) -> dict[str, set[tuple[str, str]]]:
    """Give the nets that the drawing shows, by the names of their tags, or by a number."""
    above: dict[Node, Node] = {}

    def top(node: Node) -> Node:
        while (up := above.setdefault(node, node)) != node:
            node = up
        return node

    def join(nodes: Iterable[Node]) -> None:
        first, *others = nodes
        for other in others:
            above[top(other)] = top(first)

    for wire in drawing.wires:
        join(wire)
    for dot in drawing.dots:
        join([dot, *(wire[0] for wire in drawing.wires if on_wire(dot, wire))])
    for name, place in drawing.tags:
        join([f"tag {name}", place])
    groups: dict[Node, set[tuple[str, str]]] = defaultdict(set)
    for end, place in drawing.pins.items():
        groups[top(place)].add(end)
    names = {top(place): name for name, place in drawing.tags}
    return {names.get(node, f"net {i}"): ends for i, (node, ends) in enumerate(groups.items())}


def touching(drawing: Read) -> list[tuple[Point, str]]:
    """Give the places where a wire ends on another, or a pin or tag lies on one, without a joint."""
    ends = [(wire[i], "wire") for wire in drawing.wires for i in (0, -1)]
    ends += [(place, ".".join(end)) for end, place in drawing.pins.items()]
    ends += [(place, name) for name, place in drawing.tags]
    return [
        (place, what)
        for place, what in ends
        for wire in drawing.wires
        if on_wire(place, wire) and place not in wire and place not in drawing.dots
    ]


def branches_without_dot(drawing: Read) -> list[Point]:
    """Give the places where three wires or more come together, with neither a dot nor a pin to show it."""
    legs: Counter[Point] = Counter()
    for wire in drawing.wires:
        for place in wire:
            legs[place] += 1 if place in (wire[0], wire[-1]) else 2
    shown = {*drawing.dots, *drawing.pins.values()}
    return [place for place, n in legs.items() if n > 2 and place not in shown]


def links(markdown: str) -> list[tuple[str, str]]:
    """Give the links of a page that lead into the repository: file and heading, either may be empty."""
    targets = re.findall(r"\]\(([^)\s]+)\)", markdown) + re.findall(r'src="([^"]+)"', markdown)
    parted = (target.partition("#") for target in targets if not target.startswith("http"))
    return [(path, heading) for path, _, heading in parted]


def headings(markdown: str) -> set[str]:
    """Give the headings of a page as links name them."""
    lines = re.findall(r"^#+ (.*)$", markdown, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line).strip().lower().replace(" ", "-") for line in lines}


def read_pads(svg: bytes) -> set[str]:
    """Give the pins whose holes a drawing of the board marks."""
    return {pad.attrib["data-pin"] for pad in ElementTree.fromstring(svg).iter() if pad.get("class") == "pad"}
