import { createOpenAI } from '@ai-sdk/openai';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import * as sdk from 'ai';
import { z } from 'zod';
import { runStory } from './ai-sdk-story.mjs';

const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({ 'service.name': 'ai-sdk-5' }),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
});
provider.register();
const telemetry = (functionId) => ({
  experimental_telemetry: { isEnabled: true, functionId, metadata: { sessionId: 'session-7', userId: 'ada' } },
});
await runStory({ sdk, openai: createOpenAI(), z, telemetry });
await provider.shutdown();
