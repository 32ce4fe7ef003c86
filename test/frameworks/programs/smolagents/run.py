"""smolagents, by OpenInference's instrumentation."""

from set_up import provider

import os

from openinference.instrumentation import using_session, using_user
from story import MISSING_MODEL, MODEL, QUESTION, SESSION, USER, failing, weather_of


from smolagents import OpenAIServerModel, ToolCallingAgent, tool


@tool
def get_weather(city: str) -> str:
    """The weather in a city.

    Args:
        city: Its name.
    """
    return weather_of(city)


def model(name: str) -> OpenAIServerModel:
    return OpenAIServerModel(model_id=name, api_base=os.environ["OPENAI_BASE_URL"], api_key="not-needed")


with using_session(SESSION), using_user(USER):
    ToolCallingAgent(name="weather", tools=[get_weather], model=model(MODEL), max_steps=4, verbosity_level=0).run(QUESTION)
    ToolCallingAgent(name="streaming", tools=[], model=model(MODEL), stream_outputs=True, max_steps=3, verbosity_level=0).run(QUESTION)
    failing(lambda: ToolCallingAgent(name="broken", tools=[], model=model(MISSING_MODEL), verbosity_level=0).run(QUESTION))
provider.shutdown()
