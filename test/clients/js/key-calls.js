/** The clients' behavior on a server with authentication: a key through each of their settings, and no key. */
import { createClient } from '@arizeai/phoenix-client';
import { getSpans } from '@arizeai/phoenix-client/spans';
import { register } from '@arizeai/phoenix-otel';

const { HTTP_URL: url, TEST_KEY: key, TEST_READ_ONLY_KEY: readOnly } = process.env;
const results = {};

/** Keeps what the action gave, or which error it threw. */
async function call(name, action) {
  try {
    results[name] = (await action()) ?? null;
  } catch (error) {
    results[name] = { raised: error.name, message: error.message, status: error.status };
  }
}

async function projects(headers) {
  const client = createClient({
    options: { baseUrl: url, ...(headers === undefined ? {} : { headers }) },
  });
  const { data, response } = await client.GET('/v1/projects');
  return data?.data.map(({ name }) => name) ?? response.status;
}

await call('client: none', () => projects());
await call('client: wrong', () => projects({ Authorization: 'Bearer svc_live_nothing' }));
await call('client: bearer', () => projects({ Authorization: `Bearer ${key}` }));
await call('client: api_key', () => projects({ api_key: key }));
await call('client: x-api-key', () => projects({ 'X-API-Key': key }));
await call('client: read-only writes', async () => {
  const client = createClient({ options: { baseUrl: url, headers: { api_key: readOnly } } });
  return (await client.POST('/v1/projects', { body: { name: 'never' } })).response.status;
});
await call('client: spans without a key', () =>
  getSpans({
    client: createClient({ options: { baseUrl: url } }),
    project: { projectName: 'default' },
  }),
);
process.env.PHOENIX_API_KEY = key;
await call('client: PHOENIX_API_KEY', () => projects());
delete process.env.PHOENIX_API_KEY;

const provider = register({
  projectName: 'js-register',
  url,
  apiKey: key,
  batch: false,
  global: false,
});
provider.getTracer('keys').startSpan('registered').end();
await provider.forceFlush();
await provider.shutdown();
console.log(JSON.stringify(results));
