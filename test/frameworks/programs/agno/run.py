"""Agno, by OpenInference's instrumentation."""

from set_up import provider

from agno.agent import Agent
from agno.models.openai import OpenAIChat
from pydantic import BaseModel
from story import MISSING_MODEL, MODEL, QUESTION, SESSION, SYSTEM, USER, failing, weather_of



class Weather(BaseModel):
    """The weather in a city."""

    city: str
    degrees: int


def get_weather(city: str) -> str:
    """The weather in a city."""
    return weather_of(city)


who = {"session_id": SESSION, "user_id": USER}
Agent(name="weather", model=OpenAIChat(id=MODEL), tools=[get_weather], system_message=SYSTEM).run(QUESTION, **who)
for _ in Agent(name="streaming", model=OpenAIChat(id=MODEL)).run(QUESTION, stream=True, **who):
    pass
Agent(name="typed", model=OpenAIChat(id=MODEL), output_schema=Weather).run(QUESTION, **who)
try:
    Agent(name="broken", model=OpenAIChat(id=MISSING_MODEL)).run(QUESTION, **who)
except Exception:
    pass
provider.shutdown()
