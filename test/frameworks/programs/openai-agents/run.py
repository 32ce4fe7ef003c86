"""OpenAI's Agents SDK, by OpenInference's instrumentation."""

from set_up import provider

import asyncio

from agents import Agent, Runner, function_tool
from openinference.instrumentation import using_session, using_user
from pydantic import BaseModel
from story import MISSING_MODEL, MODEL, QUESTION, SESSION, SYSTEM, USER, weather_of



class Weather(BaseModel):
    """The weather in a city."""

    city: str
    degrees: int


@function_tool
def get_weather(city: str) -> str:
    """The weather in a city."""
    return weather_of(city)


async def main() -> None:
    with using_session(SESSION), using_user(USER):
        await Runner.run(Agent(name="weather", model=MODEL, instructions=SYSTEM, tools=[get_weather]), QUESTION)
        await Runner.run(Agent(name="typed", model=MODEL, output_type=Weather), QUESTION)
        async for _ in Runner.run_streamed(Agent(name="streaming", model=MODEL), QUESTION).stream_events():
            pass
        try:
            await Runner.run(Agent(name="broken", model=MISSING_MODEL), QUESTION)
        except Exception:
            pass


asyncio.run(main())
provider.shutdown()
