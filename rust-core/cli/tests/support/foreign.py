"""A program that starts `vibeue mcp serve --stdio`, or calls at its address, by the protocol's SDK for Python."""

import asyncio
import contextlib
import json
import os
import sys

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


@contextlib.asynccontextmanager
async def reach(way, first, *rest):
    if way == "start":
        server = StdioServerParameters(command=first, args=list(rest), env=dict(os.environ))
        async with stdio_client(server) as streams:
            yield streams
    else:
        headers = {"Authorization": rest[0]}
        async with (
            create_mcp_http_client(headers=headers) as http,
            streamable_http_client(first, http_client=http) as streams,
        ):
            yield streams


async def main(*words):
    told = types.Implementation(name="foreign", version="1")
    async with (
        reach(*words) as streams,
        ClientSession(streams[0], streams[1], client_info=told) as session,
    ):
        await session.initialize()
        tools = (await session.list_tools()).tools
        print(json.dumps(sorted(tool.name for tool in tools)))
        edit = {"path": "door.txt", "old_text": "blue", "new_text": "red"}
        for name, arguments in [("read_file", {"path": "door.txt"}), ("edit_file", edit)]:
            result = (await session.call_tool(name, arguments)).model_dump(by_alias=True)
            print(json.dumps([result["content"][0]["text"], result["isError"]]), flush=True)


asyncio.run(main(*sys.argv[1:]))
