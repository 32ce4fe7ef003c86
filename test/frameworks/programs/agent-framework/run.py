"""Microsoft's Agent Framework with its own instrumentation, messages included."""

from set_up import provider

import asyncio

from agent_framework import Agent
from agent_framework.openai import OpenAIChatClient, OpenAIChatCompletionClient
from pydantic import BaseModel
from story import MISSING_MODEL, MODEL, QUESTION, SYSTEM, weather_of



class Weather(BaseModel):
    """The weather in a city."""

    city: str
    degrees: int


def get_weather(city: str) -> str:
    """The weather in a city."""
    return weather_of(city)


async def main() -> None:
    await Agent(OpenAIChatCompletionClient(model=MODEL), name="weather", instructions=SYSTEM, tools=[get_weather]).run(QUESTION)
    async for _ in Agent(OpenAIChatClient(model=MODEL), name="streaming").run(QUESTION, stream=True):
        pass
    await Agent(OpenAIChatCompletionClient(model=MODEL), name="typed").run(QUESTION, options={"response_format": Weather})
    try:
        await Agent(OpenAIChatCompletionClient(model=MISSING_MODEL), name="broken").run(QUESTION)
    except Exception:
        pass


asyncio.run(main())
provider.shutdown()
