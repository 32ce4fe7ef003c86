"""Every call of OpenAI's client that instrumentations of it see."""

import json

import openai
from story import MISSING_MODEL, MODEL, QUESTION, SYSTEM, failing, weather_of

TOOL = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "The weather in a city.",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}
SCHEMA = {
    "name": "weather",
    "schema": {"type": "object", "properties": {"city": {"type": "string"}, "degrees": {"type": "integer"}}, "required": ["city", "degrees"]},
}


def run_chat(client: openai.OpenAI) -> None:
    """A tool call and the answer from its result, a stream, a structured answer, embeddings and a refusal."""
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": QUESTION}]
    planned = client.chat.completions.create(model=MODEL, messages=messages, tools=[TOOL], temperature=0.2).choices[0].message
    call = planned.tool_calls[0]
    messages += [planned, {"role": "tool", "tool_call_id": call.id, "content": weather_of(**json.loads(call.function.arguments))}]
    client.chat.completions.create(model=MODEL, messages=messages, tools=[TOOL])
    stream = client.chat.completions.create(
        model=MODEL, messages=[{"role": "user", "content": QUESTION}], stream=True, stream_options={"include_usage": True}
    )
    for _ in stream:
        pass
    client.chat.completions.create(
        model=MODEL, messages=[{"role": "user", "content": QUESTION}], response_format={"type": "json_schema", "json_schema": SCHEMA}
    )
    client.embeddings.create(model="text-embedding-3-small", input=[QUESTION, SYSTEM])
    failing(lambda: client.chat.completions.create(model=MISSING_MODEL, messages=[{"role": "user", "content": QUESTION}]))


def run_responses(client: openai.OpenAI) -> None:
    """The same over the Responses API."""
    tool = {"type": "function", **TOOL["function"]}
    asked = [{"role": "user", "content": QUESTION}]
    planned = client.responses.create(model=MODEL, instructions=SYSTEM, input=asked, tools=[tool])
    call = planned.output[0]
    result = {"type": "function_call_output", "call_id": call.call_id, "output": weather_of(**json.loads(call.arguments))}
    client.responses.create(model=MODEL, instructions=SYSTEM, input=[*asked, *planned.output, result], tools=[tool])
    with client.responses.stream(model=MODEL, input=QUESTION) as stream:
        for _ in stream:
            pass


# One red pixel.
IMAGE = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="


def run_image(client: openai.OpenAI) -> None:
    """A question about an image, over both APIs."""
    asked = [{"type": "text", "text": QUESTION}, {"type": "image_url", "image_url": {"url": IMAGE}}]
    client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": asked}])
    told = [{"type": "input_text", "text": QUESTION}, {"type": "input_image", "image_url": IMAGE}]
    client.responses.create(model=MODEL, input=[{"role": "user", "content": told}])
