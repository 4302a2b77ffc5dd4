"""A small OpenID provider: discovery, a sign-in that asks nothing, tokens signed with a key of its own."""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT_ID, CLIENT_SECRET = "schedscope", "a secret of the tests"


@dataclass
class Provider:
    """`person` is who signs in there: the claims of the identity token."""

    url: str = ""
    person: dict[str, Any] = field(default_factory=dict)
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": "1"}))
    signed_by: RSAKey | None = None  # another key: a forged token
    codes: dict[str, str] = field(default_factory=dict)  # the nonce by code
    leaves_out: tuple[str, ...] = ()  # fields of the answer with the token
    asked: dict[str, dict[str, str]] = field(
        default_factory=dict
    )  # the parameters of sign-in and token, by path
    silent: str = ""  # a path on which nothing is answered until the end
    ending: threading.Event = field(default_factory=threading.Event)

    def discovery(self) -> dict[str, Any]:
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            "response_types_supported": ["code"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic"],
        }

    def authorize(self, params: dict[str, str]) -> str:
        self.asked["authorize"] = params
        code = secrets.token_hex(8)
        self.codes[code] = params["nonce"]
        return f"{params['redirect_uri']}?{urlencode({'code': code, 'state': params['state']})}"

    def token(self, params: dict[str, str]) -> dict[str, Any]:
        self.asked["token"] = params
        now = int(time.time())
        claims = {
            "iss": self.url,
            "aud": CLIENT_ID,
            "iat": now,
            "exp": now + 60,
            "nonce": self.codes.pop(params["code"]),
        }
        signed = jwt.encode({"alg": "RS256", "kid": "1"}, claims | self.person, self.signed_by or self.key)
        answer = {"access_token": "opaque", "token_type": "Bearer", "expires_in": 60, "id_token": signed}
        return {name: value for name, value in answer.items() if name not in self.leaves_out}

    def keys(self) -> dict[str, Any]:
        return {"keys": [self.key.as_dict(private=False, alg="RS256", use="sig")]}


@contextmanager
def provider() -> Iterator[Provider]:
    served = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            params = {name: values[0] for name, values in parse_qs(parts.query).items()}
            match parts.path:
                case "/.well-known/openid-configuration":
                    self.answer(served.discovery())
                case "/keys":
                    self.answer(served.keys())
                case "/authorize":
                    self.send_response(302)
                    self.send_header("Location", served.authorize(params))
                    self.end_headers()

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self.answer(served.token({name: values[0] for name, values in parse_qs(body).items()}))

        def answer(self, value: dict[str, Any]) -> None:
            if served.silent and self.path.startswith(served.silent):
                served.ending.wait()
                return
            body = json.dumps(value).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Quietly."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield served
    finally:
        served.ending.set()
        server.shutdown()
        server.server_close()
        thread.join()
