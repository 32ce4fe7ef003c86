"""OpenTelemetry's own instrumentation of OpenAI's client, with messages on the spans."""

from set_up import provider

import openai
from openai_chat import run_chat, run_responses

client = openai.OpenAI()
run_chat(client)
run_responses(client)
provider.shutdown()
