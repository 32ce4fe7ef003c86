"""Logfire: its spans, its instrumentation of OpenAI's client."""

from set_up import logfire

import openai
from openai_chat import run_chat, run_responses
from story import QUESTION, weather_of

with logfire.span("answer {question}", question=QUESTION):
    with logfire.span("look up {city}", city="Lisbon") as span:
        span.set_attribute("weather", weather_of("Lisbon"))
    client = openai.OpenAI()
    run_chat(client)
    run_responses(client)
    logfire.info("answered {question}", question=QUESTION)
logfire.force_flush()
logfire.shutdown()
