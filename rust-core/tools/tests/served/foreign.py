"""A program that calls, by the protocol's SDK for Python."""

import asyncio
import json
import sys

from mcp import ClientSession, types
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


async def main(url, token):
    headers = {"Authorization": f"Bearer {token}"}
    told = types.Implementation(name="foreign", version="1")
    async with (
        create_mcp_http_client(headers=headers) as http,
        streamable_http_client(url, http_client=http) as streams,
        ClientSession(streams[0], streams[1], client_info=told) as session,
    ):
        await session.initialize()
        tools = (await session.list_tools()).tools
        print(json.dumps([tool.name for tool in tools]))
        for name in ["say", "write", "write"]:
            result = (await session.call_tool(name, {"what": "hi"})).model_dump(by_alias=True)
            print(json.dumps([result["content"][0]["text"], result["isError"]]))


asyncio.run(main(*sys.argv[1:]))
