"""The same with the messages of a call in one event, sent as a log record."""

from set_up_events import logs, provider

from google import genai
from google.genai import types
from pydantic import BaseModel
from story import MISSING_MODEL, QUESTION, SYSTEM, failing, weather_of

MODEL = "gemini-2.5-flash"


class Weather(BaseModel):
    """The weather in a city."""

    city: str
    degrees: int


def get_weather(city: str) -> str:
    """The weather in a city."""
    return weather_of(city)


client = genai.Client()
models = client.models
models.generate_content(
    model=MODEL, contents=QUESTION, config=types.GenerateContentConfig(system_instruction=SYSTEM, tools=[get_weather], temperature=0.2)
)
for _ in models.generate_content_stream(model=MODEL, contents=QUESTION):
    pass
models.generate_content(
    model=MODEL,
    contents=QUESTION,
    config=types.GenerateContentConfig(response_mime_type="application/json", response_schema=Weather),
)
models.embed_content(model="text-embedding-004", contents=QUESTION)
failing(lambda: models.generate_content(model=MISSING_MODEL, contents=QUESTION))
logs.shutdown()
provider.shutdown()
