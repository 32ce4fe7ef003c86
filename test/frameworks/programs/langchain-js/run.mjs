import { sdk } from './set-up.mjs';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';

const MODEL = 'gpt-4o-mini';
const QUESTION = 'What is the weather in Lisbon?';
const config = { metadata: { session_id: 'session-7', user_id: 'ada' } };
const model = (name, more = {}) =>
  new ChatOpenAI({
    model: name,
    maxRetries: 0,
    configuration: { baseURL: process.env.OPENAI_BASE_URL },
    ...more,
  });
const getWeather = tool(({ city }) => `19 °C and sunny in ${city}`, {
  name: 'get_weather',
  description: 'The weather in a city.',
  schema: z.object({ city: z.string() }),
});

const agent = createAgent({
  model: model(MODEL),
  tools: [getWeather],
  systemPrompt: 'You are a weather assistant. Use the tool.',
});
await agent.invoke({ messages: [{ role: 'user', content: QUESTION }] }, config);
await Array.fromAsync(await model(MODEL, { streamUsage: true }).stream(QUESTION, config));
await model(MODEL)
  .withStructuredOutput(z.object({ city: z.string(), degrees: z.number().int() }))
  .invoke(QUESTION, config);
const failed = await model('no-such-model')
  .invoke(QUESTION, config)
  .then(
    () => false,
    () => true,
  );
if (!failed) throw new Error('the call should have failed');
await sdk.shutdown();
