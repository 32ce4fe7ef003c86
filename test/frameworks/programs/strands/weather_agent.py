"""An agent of Strands with a tool, twice: one answers, one is refused by the provider."""

from set_up import provider

from pydantic import BaseModel
from story import MISSING_MODEL, MODEL, QUESTION, SESSION, SYSTEM, USER, failing, weather_of
from strands import Agent, tool
from strands.models.openai import OpenAIModel


class Weather(BaseModel):
    """The weather in a city."""

    city: str
    degrees: int


@tool
def get_weather(city: str) -> str:
    """The weather in a city."""
    return weather_of(city)


def run() -> None:
    attributes = {"session.id": SESSION, "user.id": USER}
    agent = Agent(name="weather", model=OpenAIModel(model_id=MODEL), tools=[get_weather], system_prompt=SYSTEM, trace_attributes=attributes)
    agent(QUESTION)
    typed = Agent(name="typed", model=OpenAIModel(model_id=MODEL), trace_attributes=attributes)
    typed(QUESTION, structured_output_model=Weather)
    broken = Agent(name="broken", model=OpenAIModel(model_id=MISSING_MODEL), trace_attributes=attributes)
    failing(lambda: broken(QUESTION))
    provider.shutdown()
