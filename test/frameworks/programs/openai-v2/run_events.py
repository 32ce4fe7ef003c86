"""OpenTelemetry's own instrumentation of OpenAI's client, with the messages of a call in one event, sent as a log record."""

from set_up_events import logs, provider

import openai
from openai_chat import run_chat, run_responses

client = openai.OpenAI()
run_chat(client)
run_responses(client)
logs.shutdown()
provider.shutdown()
