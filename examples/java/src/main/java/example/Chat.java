package example;

import static io.opentelemetry.api.common.AttributeKey.stringKey;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.trace.OtlpGrpcSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;

/** Sends the spans of a small chat to Telltale: over HTTP with gzip, or over gRPC when OTEL_EXPORTER_OTLP_PROTOCOL is grpc. */
public final class Chat {
  private Chat() {}

  public static void main(String[] arguments) {
    var resource = Resource.create(Attributes.of(stringKey("service.name"), "java-chat", stringKey("openinference.project.name"), "java"));
    var provider = SdkTracerProvider.builder().setResource(resource).addSpanProcessor(BatchSpanProcessor.builder(exporter()).build()).build();
    chat(provider.get("java-chat", "1.0.0"));
    provider.close();
    System.out.println("Sent a chat of three spans.");
  }

  private static SpanExporter exporter() {
    var endpoint = System.getenv("OTEL_EXPORTER_OTLP_ENDPOINT");
    if ("grpc".equals(System.getenv("OTEL_EXPORTER_OTLP_PROTOCOL"))) {
      return OtlpGrpcSpanExporter.builder().setEndpoint(endpoint == null ? "http://127.0.0.1:4317" : endpoint).build();
    }
    var base = endpoint == null ? "http://127.0.0.1:6006" : endpoint;
    return OtlpHttpSpanExporter.builder().setEndpoint(base + "/v1/traces").setCompression("gzip").build();
  }

  private static void chat(Tracer tracer) {
    var root = tracer.spanBuilder("chat").setAttribute("openinference.span.kind", "AGENT").setAttribute("session.id", "java-session-1")
        .setAttribute("input.value", "Is the library open today?").startSpan();
    try (Scope ignored = root.makeCurrent()) {
      var model = tracer.spanBuilder("chat claude-haiku-4-5").setSpanKind(SpanKind.CLIENT)
          .setAttribute("gen_ai.operation.name", "chat").setAttribute("gen_ai.system", "anthropic")
          .setAttribute("gen_ai.request.model", "claude-haiku-4-5")
          .setAttribute("gen_ai.usage.input_tokens", 27L).setAttribute("gen_ai.usage.output_tokens", 9L).startSpan();
      model.setStatus(StatusCode.OK);
      model.end();
      var tool = tracer.spanBuilder("opening_hours").setAttribute("openinference.span.kind", "TOOL").setAttribute("tool.name", "opening_hours").startSpan();
      tool.recordException(new IllegalStateException("the calendar is not reachable"));
      tool.setStatus(StatusCode.ERROR, "the calendar is not reachable");
      tool.end();
    } finally {
      root.end();
    }
  }
}
