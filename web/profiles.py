"""What was read off people's copies of the games: kept, chosen, given away as TOML and taken in."""

import time
from collections.abc import Callable
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import FastAPI, Query, Request, Response
from fastapi.responses import PlainTextResponse

from device import arranging
from device.profile_file import ProfileFault, file_name, profile_text, read_profile
from device.profiles import Profiles, decode_profile
from device.session import Session
from rules.codec import encode, schema
from rules.errors import MalformedEventError
from rules.registry import game_named
from web import commands

LONGEST_QUERY = 200
LOOK_AGAIN_S = 1.0
"""Anybody may look, and looking at the disk keeps moves waiting."""
Text = Annotated[str, Query(max_length=LONGEST_QUERY)]


def add_profiles(app: FastAPI, session: Session, check_host: Callable[[Request], None]) -> None:
    """Add the routes; *check_host* raises unless the host asks."""
    looked_s = -LOOK_AGAIN_S

    @app.get("/api/profiles/{game}")
    async def profiles(game: str) -> dict[str, Any]:
        """All copies of a game that are kept, and what can be said of one."""
        nonlocal looked_s
        known, now_s = game_named(game), time.monotonic()
        if now_s - looked_s >= LOOK_AGAIN_S:
            looked_s = now_s
            await arranging.change_profiles(session)
        kept = session.profiles
        return {
            "game": known.id,
            "schema": schema(known.profile),
            "empty": encode(known.profile()),
            "in_use": session.profiles.used.get(known.id, ""),
            "profiles": [encode(profile) for profile in kept.of(known)],
            "set_aside": [{"name": a.name, "reason": a.reason} for a in kept.aside if a.game == known.id],
        }

    @app.get("/api/profiles/{game}/file", response_class=PlainTextResponse)
    async def file(game: str, name: Text) -> Response:
        """One copy's profile as a TOML file."""
        known = game_named(game)
        name_of_file = quote(file_name(known, name))
        headers = {"content-disposition": f"attachment; filename*=UTF-8''{name_of_file}"}
        return Response(
            profile_text(session.profiles, known, name), media_type="application/toml", headers=headers
        )

    @app.post("/api/profiles/keep")
    async def keep(body: commands.KeepProfile, request: Request) -> dict[str, str]:
        """Keep a copy's profile and choose it for the next game."""
        check_host(request)
        known = game_named(body.game)
        profile = decode_profile(known, body.profile)

        def kept(found: Profiles) -> Profiles:
            return found.put(known, profile, replaces=body.replaces).using(known, profile.name)

        await arranging.change_profiles(session, kept, key=body.key)
        return {"name": profile.name}

    @app.post("/api/profiles/check")
    async def check(body: commands.TryProfile, request: Request) -> dict[str, bool]:
        """Say whether a copy's profile could be kept; nothing is kept."""
        check_host(request)
        decode_profile(game_named(body.game), body.profile)
        return {"fits": True}

    @app.post("/api/profiles/choose")
    async def choose(body: commands.OfProfile, request: Request) -> dict[str, str]:
        """Choose a copy for the next game, by the empty name none."""
        check_host(request)
        known = game_named(body.game)
        await arranging.change_profiles(session, lambda found: found.using(known, body.name), key=body.key)
        return {"name": body.name}

    @app.post("/api/profiles/delete")
    async def delete(body: commands.OfProfile, request: Request) -> dict[str, bool]:
        """Forget a copy; games that were played with it keep its profile in their records."""
        check_host(request)
        known = game_named(body.game)
        await arranging.change_profiles(session, lambda found: found.without(known, body.name), key=body.key)
        return {"deleted": True}

    @app.post("/api/profiles/import", openapi_extra=_TOML_BODY)
    async def take_in(
        request: Request,
        key: Annotated[str, Query(min_length=8, max_length=64)],
        game: Text | None = None,
        name: Text | None = None,
        replace: bool = False,
    ) -> dict[str, str]:
        """Keep a copy's profile that came as TOML, under another name where one is given, and choose it."""
        check_host(request)
        known, profile = read_profile(_utf8(await request.body()), None if game is None else game_named(game))
        if name is not None:
            profile = decode_profile(known, {**encode(profile), "name": name})

        def taken_in(found: Profiles) -> Profiles:
            is_known = replace and profile.name in found.names(known)
            replaces = profile.name if is_known else None
            return found.put(known, profile, replaces=replaces).using(known, profile.name)

        await arranging.change_profiles(session, taken_in, key=key)
        return {"game": known.id, "name": profile.name}


_TOML_BODY: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/toml": {"schema": {"type": "string"}}}}
}


def _utf8(body: bytes) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise MalformedEventError(
            ProfileFault.NOT_TOML, f"byte {error.start} is not UTF-8: this is not a text"
        ) from None
