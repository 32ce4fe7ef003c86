"""OpenTelemetry's own instrumentation of OpenAI's client, with the messages of a call in one event, sent as a log record."""

import os

os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "event_only"

import openai
from openai_chat import run_chat, run_responses
from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
from story import logger_provider, tracer_provider

logs = logger_provider("openai-v2-events")
provider = tracer_provider("openai-v2-events")
OpenAIInstrumentor().instrument(tracer_provider=provider, logger_provider=logs)
client = openai.OpenAI()
run_chat(client)
run_responses(client)
logs.shutdown()
provider.shutdown()
