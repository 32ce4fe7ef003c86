"""What all the programs have in common: what is asked, the one tool and who asks. Their set-up is in docs/integrations."""

QUESTION = "What is the weather in Lisbon?"
SYSTEM = "You are a weather assistant. Use the tool."
MODEL = "gpt-4o-mini"
MISSING_MODEL = "no-such-model"
SESSION = "session-7"
USER = "ada"


def weather_of(city: str) -> str:
    return f"19 °C and sunny in {city}"


def tracer_provider(service: str):
    """OpenTelemetry's own provider, exporting to OTEL_EXPORTER_OTLP_ENDPOINT."""
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider(resource=Resource.create({"service.name": service}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    return provider


def logger_provider(service: str):
    """The same for log records, as which instrumentations send messages by default."""
    from opentelemetry._logs import set_logger_provider
    from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
    from opentelemetry.sdk._logs import LoggerProvider
    from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
    from opentelemetry.sdk.resources import Resource

    provider = LoggerProvider(resource=Resource.create({"service.name": service}))
    provider.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
    set_logger_provider(provider)
    return provider


def failing(call) -> None:
    """Runs a call that the provider refuses; the refusal is what is wanted."""
    try:
        call()
    except Exception:
        return
    raise RuntimeError("the call should have failed")
