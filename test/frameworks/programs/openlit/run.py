"""OpenLIT's instrumentation of OpenAI's client."""

from set_up import openlit
from story import weather_of

import openai
from openai_chat import run_chat, run_responses
from opentelemetry import trace


@openlit.trace
def get_weather(city: str) -> str:
    return weather_of(city)


get_weather("Lisbon")
client = openai.OpenAI()
run_chat(client)
run_responses(client)
trace.get_tracer_provider().shutdown()
