"""A server of tools and its authorization server, both of the official Python SDK.

What a person decides is decided here: everybody who asks is let in. The port is
the only argument. Started by foreign.rs; the SDK comes with `.ci/mcp`.
"""

import secrets
import sys
import time

from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    RefreshToken,
    construct_redirect_uri,
)
from mcp.server.auth.settings import AuthSettings, ClientRegistrationOptions
from mcp.server.mcpserver import MCPServer

PORT = int(sys.argv[1])
HERE = f"http://127.0.0.1:{PORT}"


class Provider:
    """Keeps all it gives in memory. A token is good for three requests."""

    def __init__(self):
        self.clients, self.codes, self.tokens, self.renewals, self.uses = {}, {}, {}, {}, {}

    async def get_client(self, client_id):
        return self.clients.get(client_id)

    async def register_client(self, client_info):
        self.clients[client_info.client_id] = client_info

    async def authorize(self, client, params):
        code = AuthorizationCode(
            code=secrets.token_hex(16),
            scopes=params.scopes or ["tools"],
            expires_at=time.time() + 60,
            client_id=client.client_id,
            code_challenge=params.code_challenge,
            redirect_uri=params.redirect_uri,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly,
            resource=params.resource,
        )
        self.codes[code.code] = code
        return construct_redirect_uri(str(params.redirect_uri), code=code.code, state=params.state)

    async def load_authorization_code(self, client, authorization_code):
        return self.codes.get(authorization_code)

    async def exchange_authorization_code(self, client, authorization_code):
        del self.codes[authorization_code.code]
        return self.grant(client, authorization_code.scopes, authorization_code.resource)

    async def load_refresh_token(self, client, refresh_token):
        return self.renewals.get(refresh_token)

    async def exchange_refresh_token(self, client, refresh_token, scopes):
        del self.renewals[refresh_token.token]
        return self.grant(client, scopes, refresh_token.resource)

    async def load_access_token(self, token):
        self.uses[token] = self.uses.get(token, 0) + 1
        return self.tokens.get(token) if self.uses[token] <= 3 else None

    async def revoke_token(self, token):
        self.tokens.pop(token.token, None)

    def grant(self, client, scopes, resource):
        from mcp.shared.auth import OAuthToken

        token, again = secrets.token_hex(16), secrets.token_hex(16)
        given = {"client_id": client.client_id, "scopes": scopes, "resource": resource}
        self.tokens[token] = AccessToken(token=token, expires_at=int(time.time()) + 3600, **given)
        self.renewals[again] = RefreshToken(token=again, **given)
        return OAuthToken(
            access_token=token, expires_in=3600, refresh_token=again, scope=" ".join(scopes)
        )


server = MCPServer(
    "signed-in",
    auth_server_provider=Provider(),
    auth=AuthSettings(
        issuer_url=HERE,
        resource_server_url=f"{HERE}/mcp",
        validate_token_resource=True,
        required_scopes=["tools"],
        client_registration_options=ClientRegistrationOptions(
            enabled=True, valid_scopes=["tools"], default_scopes=["tools"]
        ),
    ),
)


@server.tool()
def echo(text: str) -> str:
    """Says it again."""
    return text


server.run("streamable-http", host="127.0.0.1", port=PORT)
