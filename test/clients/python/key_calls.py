"""What the clients do on a server with authentication: a key by every setting they have, over every wire, and no key at all."""

import os

from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter as GrpcExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter as HttpExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor, SpanExportResult
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from phoenix.client import Client
from phoenix.otel import register

from finish import finish

HTTP, GRPC_PORT = os.environ["HTTP_URL"], os.environ["GRPC_PORT"]
KEY, READ_ONLY = os.environ["TEST_KEY"], os.environ["TEST_READ_ONLY_KEY"]
GRPC = f"http://127.0.0.1:{GRPC_PORT}"
results = {}


def call(name, action):
    """Keeps what the action gave, or which error it raised."""
    try:
        results[name] = action()
    except Exception as error:  # the test says which ones it expects
        results[name] = {"raised": type(error).__name__, "message": str(error)}


def projects(**options):
    return [project["name"] for project in Client(base_url=HTTP, **options).projects.list()]


def sent(exporter):
    """Whether one span arrives."""
    memory = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(memory))
    provider.get_tracer("keys").start_span("one").end()
    taken = exporter.export(memory.get_finished_spans()) is SpanExportResult.SUCCESS
    exporter.shutdown()
    return taken


call("client: none", projects)
call("client: wrong", lambda: projects(api_key="svc_live_nothing"))
call("client: api_key", lambda: projects(api_key=KEY))
call("client: bearer", lambda: projects(headers={"Authorization": f"Bearer {KEY}"}))
call("client: api_key header", lambda: projects(headers={"api_key": KEY}))
call("client: x-api-key", lambda: projects(headers={"X-API-Key": KEY}))
call("client: read-only", lambda: projects(api_key=READ_ONLY))
call("client: read-only writes", lambda: Client(base_url=HTTP, api_key=READ_ONLY).projects.create(name="never"))
os.environ["PHOENIX_API_KEY"] = KEY
call("client: PHOENIX_API_KEY", projects)
del os.environ["PHOENIX_API_KEY"]
os.environ["PHOENIX_CLIENT_HEADERS"] = f"api_key={KEY}"
call("client: PHOENIX_CLIENT_HEADERS", projects)
del os.environ["PHOENIX_CLIENT_HEADERS"]

call("http: none", lambda: sent(HttpExporter(endpoint=f"{HTTP}/v1/traces")))
call("http: read-only", lambda: sent(HttpExporter(endpoint=f"{HTTP}/v1/traces", headers={"api_key": READ_ONLY})))
call("http: api_key", lambda: sent(HttpExporter(endpoint=f"{HTTP}/v1/traces", headers={"api_key": KEY})))
call("http: bearer", lambda: sent(HttpExporter(endpoint=f"{HTTP}/v1/traces", headers={"authorization": f"Bearer {KEY}"})))
call("grpc: none", lambda: sent(GrpcExporter(endpoint=GRPC, insecure=True)))
call("grpc: read-only", lambda: sent(GrpcExporter(endpoint=GRPC, insecure=True, headers={"api_key": READ_ONLY})))
call("grpc: api_key", lambda: sent(GrpcExporter(endpoint=GRPC, insecure=True, headers={"api_key": KEY})))
call("grpc: bearer", lambda: sent(GrpcExporter(endpoint=GRPC, insecure=True, headers={"authorization": f"Bearer {KEY}"})))
os.environ["OTEL_EXPORTER_OTLP_HEADERS"] = f"api_key={KEY}"
call("http: OTEL_EXPORTER_OTLP_HEADERS", lambda: sent(HttpExporter(endpoint=f"{HTTP}/v1/traces")))
call("grpc: OTEL_EXPORTER_OTLP_HEADERS", lambda: sent(GrpcExporter(endpoint=GRPC, insecure=True)))
del os.environ["OTEL_EXPORTER_OTLP_HEADERS"]


def registered(project, **options):
    provider = register(project_name=project, set_global_tracer_provider=False, verbose=False, **options)
    provider.get_tracer("keys").start_span("registered").end()
    flushed = provider.force_flush()
    provider.shutdown()
    return flushed


call("register: http", lambda: registered("register-http", endpoint=f"{HTTP}/v1/traces", api_key=KEY))
call("register: grpc", lambda: registered("register-grpc", endpoint=GRPC, protocol="grpc", api_key=KEY))
finish(results)
