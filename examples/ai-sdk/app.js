import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { OpenTelemetry } from '@ai-sdk/otel';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { embed, generateText, isStepCount, registerTelemetry, streamText, tool } from 'ai';
import { z } from 'zod';

// The AI SDK writes OpenTelemetry's own GenAI attributes; this exporter sends them as OTLP/JSON.
process.env.OTEL_EXPORTER_OTLP_ENDPOINT ??= 'http://127.0.0.1:6006';
const sdk = new NodeSDK({
  resource: resourceFromAttributes({
    'service.name': 'trip-planner',
    'openinference.project.name': 'ai-sdk',
  }),
  traceExporter: new OTLPTraceExporter(),
});
sdk.start();
registerTelemetry(new OpenTelemetry());

const provider = createOpenAICompatible({
  name: 'openai',
  baseURL: process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
  apiKey: process.env.OPENAI_API_KEY,
  includeUsage: true,
});
const telemetry = (functionId) => ({
  isEnabled: true,
  recordInputs: true,
  recordOutputs: true,
  functionId,
});

const planned = await generateText({
  model: provider('gpt-4o-mini'),
  prompt: 'Do I need a coat in Lisbon?',
  stopWhen: isStepCount(3),
  tools: {
    get_weather: tool({
      description: 'The weather in a city.',
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }) => `it is 19 °C and sunny in ${city}`,
    }),
  },
  telemetry: telemetry('plan-trip'),
});
console.log('tools:    ', planned.text);

const streamed = streamText({
  model: provider('gpt-4o'),
  prompt: 'What is the answer?',
  telemetry: telemetry('stream-answer'),
});
console.log('streaming:', await streamed.text);

const vector = await embed({
  model: provider.embeddingModel('text-embedding-3-small'),
  value: 'Where does the tram stop?',
  telemetry: telemetry('embed'),
});
console.log('embedding:', vector.embedding.length, 'numbers');

try {
  await generateText({
    model: provider('no-such-model'),
    prompt: 'Anyone there?',
    maxRetries: 0,
    telemetry: telemetry('broken'),
  });
} catch (error) {
  console.log('error:    ', error.message);
}
await sdk.shutdown();
