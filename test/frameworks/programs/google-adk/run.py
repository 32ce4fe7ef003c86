"""Google's Agent Development Kit with its own tracing, with messages on the spans."""

from set_up import provider

import asyncio

from google.adk.agents import LlmAgent
from google.adk.runners import InMemoryRunner
from google.genai import types
from story import MISSING_MODEL, QUESTION, SESSION, SYSTEM, USER, weather_of



def get_weather(city: str) -> str:
    """The weather in a city."""
    return weather_of(city)


async def ask(agent: LlmAgent, session: str) -> None:
    runner = InMemoryRunner(agent=agent, app_name="weather")
    await runner.session_service.create_session(app_name="weather", user_id=USER, session_id=session)
    message = types.Content(role="user", parts=[types.Part(text=QUESTION)])
    async for _ in runner.run_async(user_id=USER, session_id=session, new_message=message):
        pass


async def main() -> None:
    await ask(LlmAgent(name="weather", model="gemini-2.5-flash", instruction=SYSTEM, tools=[get_weather]), SESSION)
    try:
        await ask(LlmAgent(name="broken", model=f"gemini-{MISSING_MODEL}"), "session-8")
    except Exception:
        pass


asyncio.run(main())
provider.shutdown()
