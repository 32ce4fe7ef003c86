import { createOpenAI } from '@ai-sdk/openai';
import { OpenTelemetry } from '@ai-sdk/otel';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import * as sdk from 'ai';
import { z } from 'zod';
import { runStory } from './ai-sdk-story.mjs';

const node = new NodeSDK({
  resource: resourceFromAttributes({ 'service.name': 'ai-sdk-7' }),
  traceExporter: new OTLPTraceExporter(),
});
node.start();
sdk.registerTelemetry(new OpenTelemetry());
const telemetry = (functionId) => ({ telemetry: { isEnabled: true, recordInputs: true, recordOutputs: true, functionId } });
await runStory({ sdk, openai: createOpenAI(), z, telemetry });
await node.shutdown();
