"""A program that emits a span every 50 ms through the real SDK. Ends by printing the names of the spans that the exporter gave up on, as JSON."""

import json
import os
import sys
import time

from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExportResult

if os.environ.get("OTEL_EXPORTER_OTLP_PROTOCOL") == "grpc":
    from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
else:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

given_up = []


class Recording(OTLPSpanExporter):
    def export(self, spans):
        result = super().export(spans)
        if result is not SpanExportResult.SUCCESS:
            given_up.extend(span.name for span in spans)
        return result


provider = TracerProvider(resource=Resource.create({"openinference.project.name": os.environ["PROJECT"]}))
provider.add_span_processor(BatchSpanProcessor(Recording(), schedule_delay_millis=500))
tracer = provider.get_tracer("steady")
for sent in range(int(os.environ["SPANS"])):
    tracer.start_span(f"span {sent}").end()
    time.sleep(0.05)
provider.shutdown()
json.dump(given_up, sys.stdout)
