import { sdk } from './set-up.mjs';
import { setSession, setUser } from '@arizeai/openinference-core';
import { context } from '@opentelemetry/api';
import OpenAI from 'openai';

const MODEL = 'gpt-4o-mini';
const QUESTION = 'What is the weather in Lisbon?';
const SYSTEM = 'You are a weather assistant. Use the tool.';
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const tool = { name: 'get_weather', description: 'The weather in a city.', parameters: schema };
const weather = {
  name: 'weather',
  schema: {
    ...schema,
    properties: { city: { type: 'string' }, degrees: { type: 'integer' } },
    required: ['city', 'degrees'],
  },
};
const client = new OpenAI({ maxRetries: 0 });
const asked = [{ role: 'user', content: QUESTION }];

async function runChat() {
  const tools = [{ type: 'function', function: tool }];
  const messages = [{ role: 'system', content: SYSTEM }, ...asked];
  const planned = (await client.chat.completions.create({ model: MODEL, messages, tools }))
    .choices[0].message;
  const result = {
    role: 'tool',
    tool_call_id: planned.tool_calls[0].id,
    content: '19 °C and sunny in Lisbon',
  };
  await client.chat.completions.create({
    model: MODEL,
    messages: [...messages, planned, result],
    tools,
  });
  const stream = await client.chat.completions.create({
    model: MODEL,
    messages: asked,
    stream: true,
    stream_options: { include_usage: true },
  });
  await Array.fromAsync(stream);
  await client.chat.completions.create({
    model: MODEL,
    messages: asked,
    response_format: { type: 'json_schema', json_schema: weather },
  });
  await client.embeddings.create({ model: 'text-embedding-3-small', input: [QUESTION, SYSTEM] });
  const failed = await client.chat.completions
    .create({ model: 'no-such-model', messages: asked })
    .then(
      () => false,
      () => true,
    );
  if (!failed) throw new Error('the call should have failed');
}

async function runResponses() {
  const tools = [{ type: 'function', ...tool }];
  const planned = await client.responses.create({
    model: MODEL,
    instructions: SYSTEM,
    input: asked,
    tools,
  });
  const result = {
    type: 'function_call_output',
    call_id: planned.output[0].call_id,
    output: '19 °C and sunny in Lisbon',
  };
  await client.responses.create({
    model: MODEL,
    instructions: SYSTEM,
    input: [...asked, ...planned.output, result],
    tools,
  });
}

const who = setUser(setSession(context.active(), { sessionId: 'session-7' }), { userId: 'ada' });
await context.with(who, async () => {
  await runChat();
  await runResponses();
});
await sdk.shutdown();
