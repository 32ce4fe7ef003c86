"""Anthropic's client, by OpenInference's instrumentation."""

from set_up import provider

import anthropic
from openinference.instrumentation import using_session, using_user
from story import MISSING_MODEL, QUESTION, SESSION, SYSTEM, USER, failing, weather_of

MODEL = "claude-sonnet-4-5"
TOOL = {
    "name": "get_weather",
    "description": "The weather in a city.",
    "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}

with using_session(SESSION), using_user(USER):
    create = anthropic.Anthropic().messages.create
    asked = [{"role": "user", "content": QUESTION}]
    planned = create(model=MODEL, max_tokens=100, system=SYSTEM, messages=asked, tools=[TOOL])
    result = {"type": "tool_result", "tool_use_id": planned.content[0].id, "content": weather_of("Lisbon")}
    told = [*asked, {"role": "assistant", "content": planned.content}, {"role": "user", "content": [result]}]
    create(model=MODEL, max_tokens=100, system=SYSTEM, messages=told, tools=[TOOL])
    for _ in create(model=MODEL, max_tokens=100, messages=asked, stream=True):
        pass
    failing(lambda: create(model=MISSING_MODEL, max_tokens=100, messages=asked))
provider.shutdown()
