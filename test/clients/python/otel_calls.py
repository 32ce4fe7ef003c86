"""Spans by phoenix-otel's register(), over both wires, and by OpenTelemetry's own exporters as they come."""

import os

from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter as GrpcExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter as HttpExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from phoenix.otel import register

HTTP, GRPC_PORT = os.environ["HTTP_URL"], os.environ["GRPC_PORT"]
# register() takes an address for gRPC by this port, and goes there by default.
os.environ["PHOENIX_GRPC_PORT"] = GRPC_PORT


def two_spans(provider):
    tracer = provider.get_tracer("calls")
    with tracer.start_as_current_span("outer", attributes={"openinference.span.kind": "AGENT", "session.id": "otel"}):
        with tracer.start_as_current_span("inner", attributes={"openinference.span.kind": "LLM", "llm.token_count.prompt": 7}):
            pass
    if not provider.force_flush():
        raise SystemExit("not flushed")
    provider.shutdown()


def registered(project, **options):
    return register(project_name=project, set_global_tracer_provider=False, verbose=False, **options)


def plain(project, exporter):
    provider = TracerProvider(resource=Resource.create({"openinference.project.name": project}))
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return provider


two_spans(registered("register-grpc", endpoint=f"http://127.0.0.1:{GRPC_PORT}"))
two_spans(registered("register-grpc-batch", endpoint=f"http://127.0.0.1:{GRPC_PORT}", batch=True, protocol="grpc"))
two_spans(registered("register-http", endpoint=f"{HTTP}/v1/traces", headers={"x-more": "1"}, api_key="not-checked"))
os.environ["PHOENIX_COLLECTOR_ENDPOINT"] = HTTP
two_spans(registered("register-default"))
two_spans(registered("register-http-default", protocol="http/protobuf", batch=True))
two_spans(plain("exporter-http", HttpExporter(endpoint=f"{HTTP}/v1/traces")))
two_spans(plain("exporter-grpc", GrpcExporter(endpoint=f"http://127.0.0.1:{GRPC_PORT}", insecure=True)))
