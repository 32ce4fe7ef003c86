//! Sends the spans of a small chat to Telltale with OpenTelemetry's Rust SDK: over HTTP, or over gRPC when
//! OTEL_EXPORTER_OTLP_PROTOCOL is grpc.

use std::{env, error::Error};

use opentelemetry::trace::{Span, SpanKind, Status, TraceContextExt, Tracer, TracerProvider};
use opentelemetry::{Array, Context, InstrumentationScope, KeyValue, StringValue, Value};
use opentelemetry_otlp::SpanExporter;
use opentelemetry_sdk::{Resource, trace::SdkTracerProvider};

fn main() -> Result<(), Box<dyn Error>> {
    // tonic, which speaks gRPC, lives in a runtime; the exporter's own thread blocks on it.
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let exporter = match env::var("OTEL_EXPORTER_OTLP_PROTOCOL").as_deref() {
        Ok("grpc") => {
            let _inside = runtime.enter();
            SpanExporter::builder().with_tonic().build()?
        }
        _ => SpanExporter::builder().with_http().build()?,
    };
    let resource = Resource::builder()
        .with_attribute(KeyValue::new("service.name", "rust-chat"))
        .with_attribute(KeyValue::new("openinference.project.name", "rust"))
        .build();
    let provider = SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build();
    chat(&provider.tracer_with_scope(InstrumentationScope::builder("rust-chat").with_version("1.0.0").build()));
    provider.shutdown()?;
    println!("Sent a chat of three spans.");
    Ok(())
}

fn chat<T: Tracer>(tracer: &T)
where
    T::Span: Send + Sync + 'static,
{
    let root = tracer
        .span_builder("chat")
        .with_attributes([
            KeyValue::new("openinference.span.kind", "AGENT"),
            KeyValue::new("session.id", "rust-session-1"),
            KeyValue::new("input.value", "Is the museum open today?"),
        ])
        .start(tracer);
    let inside = Context::current_with_span(root);

    // This one speaks OpenTelemetry's own GenAI conventions.
    let mut model = tracer
        .span_builder("chat gpt-4o-mini")
        .with_kind(SpanKind::Client)
        .with_attributes([
            KeyValue::new("gen_ai.operation.name", "chat"),
            KeyValue::new("gen_ai.provider.name", "openai"),
            KeyValue::new("gen_ai.request.model", "gpt-4o-mini"),
            KeyValue::new("gen_ai.request.temperature", 0.2),
            KeyValue::new("gen_ai.usage.input_tokens", 29),
            KeyValue::new("gen_ai.usage.output_tokens", 8),
            KeyValue::new("gen_ai.response.finish_reasons", Value::Array(Array::String(vec![StringValue::from("stop")]))),
        ])
        .start_with_context(tracer, &inside);
    model.set_status(Status::Ok);
    model.end();

    let mut tool = tracer
        .span_builder("opening_hours")
        .with_attributes([
            KeyValue::new("openinference.span.kind", "TOOL"),
            KeyValue::new("tool.name", "opening_hours"),
            KeyValue::new("input.value", r#"{"place":"museum"}"#),
        ])
        .start_with_context(tracer, &inside);
    let failure = std::io::Error::other("the calendar is not reachable");
    tool.record_error(&failure);
    tool.set_status(Status::error(failure.to_string()));
    tool.end();
    inside.span().end();
}
