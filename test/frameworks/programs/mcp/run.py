"""FastMCP, client and server in one process."""

import asyncio

from fastmcp import Client
from server import provider, server


async def main() -> None:
    async with Client(server) as client:
        await client.list_tools()
        await client.call_tool("get_weather", {"city": "Lisbon"})
        await client.call_tool("broken", {}, raise_on_error=False)
        await client.get_prompt("ask", {"city": "Lisbon"})
        await client.read_resource("weather://lisbon")


asyncio.run(main())
provider.shutdown()
