"""OpenTelemetry's own instrumentation of OpenAI's client up to 2.1, which sends each message as an event of its own, in the body of a log record."""

import os

# Both are set for the page of openai-v2, of a later version.
os.environ.pop("OTEL_SEMCONV_STABILITY_OPT_IN", None)
os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "true"

import openai
from openai_chat import run_chat
from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
from opentelemetry.sdk._events import EventLoggerProvider
from story import logger_provider, tracer_provider

logs = logger_provider("openai-v2-legacy")
provider = tracer_provider("openai-v2-legacy")
OpenAIInstrumentor().instrument(tracer_provider=provider, event_logger_provider=EventLoggerProvider(logs))
run_chat(openai.OpenAI())
logs.shutdown()
provider.shutdown()
