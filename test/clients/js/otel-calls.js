/** Spans by the register() of the JavaScript phoenix-otel: in batches and one by one, with each form of the address. */
import { register } from '@arizeai/phoenix-otel';

const url = process.env.HTTP_URL;

async function twoSpans(provider) {
  const tracer = provider.getTracer('calls');
  tracer.startActiveSpan(
    'outer',
    { attributes: { 'openinference.span.kind': 'AGENT', 'session.id': 'otel' } },
    (outer) => {
      tracer
        .startSpan('inner', {
          attributes: { 'openinference.span.kind': 'LLM', 'llm.token_count.prompt': 7 },
        })
        .end();
      outer.end();
    },
  );
  await provider.forceFlush();
  await provider.shutdown();
}

await twoSpans(register({ projectName: 'js-register', url, global: true }));
await twoSpans(
  register({
    projectName: 'js-register-simple',
    url: `${url}/v1/traces`,
    batch: false,
    apiKey: 'not-checked',
    global: true,
  }),
);
process.env.PHOENIX_COLLECTOR_ENDPOINT = url;
await twoSpans(register({ projectName: 'js-register-default', global: true }));
