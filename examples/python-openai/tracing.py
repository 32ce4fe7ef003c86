"""Sends every span to Telltale: over HTTP, or over gRPC when OTEL_EXPORTER_OTLP_PROTOCOL is grpc."""

import os

from openinference.instrumentation.openai import OpenAIInstrumentor
from opentelemetry import trace
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

if os.environ.get("OTEL_EXPORTER_OTLP_PROTOCOL") == "grpc":
    os.environ.setdefault("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4317")
    from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
else:
    os.environ.setdefault("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:6006")
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

project = os.environ.get("PROJECT", "python-openai")
provider = TracerProvider(resource=Resource.create({"service.name": "shop-assistant", "openinference.project.name": project}))
provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
trace.set_tracer_provider(provider)
OpenAIInstrumentor().instrument(tracer_provider=provider)


def flush():
    """Sends what is left; call it before the process ends."""
    provider.shutdown()
