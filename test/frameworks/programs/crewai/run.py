"""CrewAI, by OpenInference's instrumentations of it and of the client of OpenAI."""

from set_up import provider

from openinference.instrumentation import using_session, using_user
from story import MISSING_MODEL, MODEL, QUESTION, SESSION, USER, failing, weather_of

from crewai import LLM, Agent, Crew, Task
from crewai.tools import tool


@tool("get_weather")
def get_weather(city: str) -> str:
    """The weather in a city."""
    return weather_of(city)


def crew(name: str) -> Crew:
    agent = Agent(role="weather assistant", goal="Tell the weather", backstory="You are a weather assistant.", llm=LLM(model=name), tools=[get_weather])
    return Crew(agents=[agent], tasks=[Task(description=QUESTION, expected_output="The weather.", agent=agent)])


with using_session(SESSION), using_user(USER):
    crew(MODEL).kickoff()
    failing(lambda: crew(MISSING_MODEL).kickoff())
provider.shutdown()
