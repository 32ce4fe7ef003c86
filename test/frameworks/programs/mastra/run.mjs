import { observability } from './set-up.mjs';
import { createOpenAI } from '@ai-sdk/openai';
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

const MODEL = 'gpt-4o-mini';
const QUESTION = 'What is the weather in Lisbon?';
const openai = createOpenAI();
const getWeather = createTool({
  id: 'get_weather',
  description: 'The weather in a city.',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => `19 °C and sunny in ${city}`,
});
const instructions = 'You are a weather assistant. Use the tool.';
const agents = {
  weather: new Agent({
    id: 'weather',
    name: 'weather',
    instructions,
    model: openai.chat(MODEL),
    tools: { get_weather: getWeather },
  }),
  plain: new Agent({
    id: 'plain',
    name: 'plain',
    instructions: 'Answer.',
    model: openai.chat(MODEL),
  }),
  broken: new Agent({
    id: 'broken',
    name: 'broken',
    instructions: 'Answer.',
    model: openai.chat('no-such-model'),
    maxRetries: 0,
  }),
};
const mastra = new Mastra({ agents, observability, logger: false });
const options = { tracingOptions: { metadata: { threadId: 'session-7', userId: 'ada' } } };

await mastra.getAgent('weather').generate(QUESTION, options);
const stream = await mastra.getAgent('plain').stream(QUESTION, options);
await stream.text;
const output = z.object({ city: z.string(), degrees: z.number().int() });
await mastra
  .getAgent('plain')
  .generate(QUESTION, { ...options, structuredOutput: { schema: output } });
const failed = await mastra
  .getAgent('broken')
  .generate(QUESTION, options)
  .then(
    () => false,
    () => true,
  );
if (!failed) throw new Error('the call should have failed');
await mastra.shutdown();
