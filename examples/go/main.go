// Sends the spans of a small chat to Telltale with OpenTelemetry's Go SDK: over HTTP, or over gRPC when
// OTEL_EXPORTER_OTLP_PROTOCOL is grpc.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

func main() {
	ctx := context.Background()
	exporter, err := newExporter(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	provider := sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(exporter),
		sdktrace.WithResource(resource.NewSchemaless(
			attribute.String("service.name", "go-chat"),
			attribute.String("openinference.project.name", "go"),
		)),
	)
	chat(ctx, provider.Tracer("go-chat", trace.WithInstrumentationVersion("1.0.0")))
	if err := provider.Shutdown(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("Sent a chat of three spans.")
}

func newExporter(ctx context.Context) (*otlptrace.Exporter, error) {
	if os.Getenv("OTEL_EXPORTER_OTLP_PROTOCOL") == "grpc" {
		return otlptracegrpc.New(ctx)
	}
	return otlptracehttp.New(ctx)
}

func chat(ctx context.Context, tracer trace.Tracer) {
	ctx, root := tracer.Start(ctx, "chat", trace.WithAttributes(
		attribute.String("openinference.span.kind", "AGENT"),
		attribute.String("session.id", "go-session-1"),
		attribute.String("input.value", "Is the museum open today?"),
	))
	defer root.End()

	// This one speaks OpenTelemetry's own GenAI conventions.
	_, model := tracer.Start(ctx, "chat gpt-4o-mini", trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(
		attribute.String("gen_ai.operation.name", "chat"),
		attribute.String("gen_ai.provider.name", "openai"),
		attribute.String("gen_ai.request.model", "gpt-4o-mini"),
		attribute.Float64("gen_ai.request.temperature", 0.2),
		attribute.Int("gen_ai.usage.input_tokens", 31),
		attribute.Int("gen_ai.usage.output_tokens", 8),
		attribute.StringSlice("gen_ai.response.finish_reasons", []string{"stop"}),
	))
	model.SetStatus(codes.Ok, "")
	model.End()

	_, tool := tracer.Start(ctx, "opening_hours", trace.WithAttributes(
		attribute.String("openinference.span.kind", "TOOL"),
		attribute.String("tool.name", "opening_hours"),
		attribute.String("input.value", `{"place":"museum"}`),
	))
	failure := errors.New("the calendar is not reachable")
	tool.RecordError(failure, trace.WithStackTrace(true))
	tool.SetStatus(codes.Error, failure.Error())
	tool.End()
}
