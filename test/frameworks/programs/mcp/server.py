"""A server of one tool, one prompt and one resource."""

from set_up import provider

from fastmcp import FastMCP
from story import weather_of

server = FastMCP("weather")


@server.tool
def get_weather(city: str) -> str:
    """The weather in a city."""
    return weather_of(city)


@server.tool
def broken() -> str:
    """A tool that fails."""
    raise ValueError("The thermometer is broken.")


@server.prompt
def ask(city: str) -> str:
    """How to ask."""
    return f"What is the weather in {city}?"


@server.resource("weather://lisbon")
def lisbon() -> str:
    """What is known of Lisbon."""
    return "Lisbon is sunny."


