"""LiteLLM's OpenTelemetry callback."""

from set_up import litellm
from openai_chat import SCHEMA, TOOL
from opentelemetry import trace
from story import MISSING_MODEL, MODEL, QUESTION, SESSION, SYSTEM, USER, failing, weather_of

metadata = {"session_id": SESSION, "user_id": USER}
asked = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": QUESTION}]
planned = litellm.completion(model=MODEL, messages=asked, tools=[TOOL], user=USER, metadata=metadata, temperature=0.2).choices[0].message
result = {"role": "tool", "tool_call_id": planned.tool_calls[0].id, "content": weather_of("Lisbon")}
litellm.completion(model=MODEL, messages=[*asked, planned.model_dump(), result], tools=[TOOL], user=USER)
for _ in litellm.completion(model=MODEL, messages=asked, stream=True, stream_options={"include_usage": True}):
    pass
litellm.completion(model=MODEL, messages=asked, response_format={"type": "json_schema", "json_schema": SCHEMA})
litellm.completion(model="anthropic/claude-sonnet-4-5", messages=asked, max_tokens=100)
litellm.embedding(model="text-embedding-3-small", input=[QUESTION])
failing(lambda: litellm.completion(model=f"openai/{MISSING_MODEL}", messages=asked, num_retries=0))

import time

time.sleep(2)
trace.get_tracer_provider().force_flush()
