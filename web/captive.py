"""What phones ask in the table's own Wi-Fi to learn whether it leads to the internet: it is good enough.

Phones leave a Wi-Fi that fails this check, or ask again and again and drop the page meanwhile. So each
maker's check gets the answer that it expects, for exactly its host and path, and only in the own Wi-Fi, whose
name server sends these hosts here (systemd/files/etc/NetworkManager/dnsmasq-shared.d/khepri.conf).
docs/adr/0008-own-wifi.md says why this is right, and what phones still complain of.
"""

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Interface
from typing import Final

from starlette.types import Scope, Send


@dataclass(frozen=True)
class Check:
    """The answer to one maker's check."""

    status: int
    body: bytes = b""
    kind: bytes = b"text/plain"


_EMPTY: Final = Check(204)
_APPLE: Final = Check(
    200, b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>\n", b"text/html"
)
_FIREFOX_PAGE: Final = Check(
    200,
    b'<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>\n',
    b"text/html",
)

CHECKS: Final = {
    ("connectivitycheck.gstatic.com", "/generate_204"): _EMPTY,
    ("connectivitycheck.android.com", "/generate_204"): _EMPTY,
    ("connectivitycheck.platform.hicloud.com", "/generate_204"): _EMPTY,
    ("connect.rom.miui.com", "/generate_204"): _EMPTY,
    ("captive.apple.com", "/hotspot-detect.html"): _APPLE,
    ("captive.apple.com", "/"): _APPLE,
    ("www.msftconnecttest.com", "/connecttest.txt"): Check(200, b"Microsoft Connect Test"),
    ("www.msftncsi.com", "/ncsi.txt"): Check(200, b"Microsoft NCSI"),
    ("detectportal.firefox.com", "/success.txt"): Check(200, b"success\n"),
    ("detectportal.firefox.com", "/canonical.html"): _FIREFOX_PAGE,
    ("nmcheck.gnome.org", "/check_network_status.txt"): Check(200, b"NetworkManager is online\n"),
}
"""By host and path. Only hosts that serve nothing else: in the own Wi-Fi all else asked of them is lost."""


def check_asked(scope: Scope, host: str | None, own: IPv4Interface) -> Check | None:
    """Give the answer to a phone's check, None where the request is anything else.

    It must come from an address of the own Wi-Fi, to *own*, the table's there, as a plain read of the very
    host and path on port 80.
    """
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or host is None:
        return None
    check = CHECKS.get((host.lower().removesuffix(":80"), scope["path"]))
    client, server = scope.get("client"), scope.get("server")
    if check is None or client is None or server is None or server[0] != str(own.ip):
        return None
    try:
        is_near = IPv4Address(client[0]) in own.network
    except ValueError:
        return None
    return check if is_near else None


async def tell(check: Check, is_head: bool, send: Send) -> None:
    """Send the answer; nobody keeps it, for elsewhere the true answer counts."""
    headers = [(b"cache-control", b"no-store"), (b"connection", b"close")]
    if check.status != 204:
        headers += [(b"content-type", check.kind), (b"content-length", str(len(check.body)).encode())]
    await send({"type": "http.response.start", "status": check.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if is_head else check.body})
