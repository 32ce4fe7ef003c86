"""Pydantic AI's own instrumentation."""

from set_up import Agent, provider

from pydantic import BaseModel
from story import MISSING_MODEL, MODEL, QUESTION, SYSTEM, failing, weather_of



class Weather(BaseModel):
    """The weather in a city."""

    city: str
    degrees: int


agent = Agent(f"openai-chat:{MODEL}", name="weather", system_prompt=SYSTEM)


@agent.tool_plain
def get_weather(city: str) -> str:
    """The weather in a city."""
    return weather_of(city)


async def stream() -> None:
    async with Agent(f"openai-responses:{MODEL}", name="streaming").run_stream(QUESTION) as result:
        async for _ in result.stream_text():
            pass


import asyncio

agent.run_sync(QUESTION)
Agent(f"openai-chat:{MODEL}", name="typed", output_type=Weather).run_sync(QUESTION)
asyncio.run(stream())
failing(lambda: Agent(f"openai-chat:{MISSING_MODEL}", name="broken").run_sync(QUESTION))
provider.shutdown()
