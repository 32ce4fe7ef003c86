"""OpenTelemetry's own instrumentation of OpenAI's client, with messages on the spans."""

import os

os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "span_only"

import openai
from openai_chat import run_chat, run_responses
from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
from story import tracer_provider

provider = tracer_provider("openai-v2")
OpenAIInstrumentor().instrument(tracer_provider=provider)
client = openai.OpenAI()
run_chat(client)
run_responses(client)
provider.shutdown()
