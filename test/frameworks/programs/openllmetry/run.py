"""Traceloop's OpenLLMetry: its decorators, its instrumentations of OpenAI's and Anthropic's clients."""

from set_up import Traceloop
from story import QUESTION, SESSION, USER, weather_of
from traceloop.sdk.decorators import agent, tool, workflow

import openai
from openai_chat import run_chat, run_responses
from opentelemetry import trace


@tool(name="get_weather")
def get_weather(city: str) -> str:
    return weather_of(city)


@agent(name="weather")
def weather(question: str) -> str:
    run_chat(openai.OpenAI())
    run_responses(openai.OpenAI())
    return get_weather("Lisbon")


@workflow(name="story")
def story(question: str) -> str:
    Traceloop.set_association_properties({"session_id": SESSION, "user_id": USER})
    return weather(question)


story(QUESTION)
trace.get_tracer_provider().shutdown()
