/** What the programs of the AI SDK ask, whatever its version. `sdk` is the package, `openai` its provider, `z` zod. */
export async function runStory({ sdk, openai, z, telemetry }) {
  const MODEL = 'gpt-4o-mini';
  const QUESTION = 'What is the weather in Lisbon?';
  const chat = openai.chat(MODEL);
  const getWeather = sdk.tool({
    description: 'The weather in a city.',
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => `19 °C and sunny in ${city}`,
  });
  await sdk.generateText({
    model: chat,
    system: 'You are a weather assistant. Use the tool.',
    prompt: QUESTION,
    tools: { get_weather: getWeather },
    stopWhen: (sdk.stepCountIs ?? sdk.isStepCount)(3),
    ...telemetry('weather'),
  });
  await sdk.streamText({ model: chat, prompt: QUESTION, ...telemetry('streaming') }).text;
  const schema = z.object({ city: z.string(), degrees: z.number().int() });
  await sdk.generateObject({ model: chat, schema, prompt: QUESTION, ...telemetry('typed') });
  const embedder =
    openai.textEmbeddingModel?.('text-embedding-3-small') ??
    openai.embeddingModel('text-embedding-3-small');
  await sdk.embed({ model: embedder, value: QUESTION, ...telemetry('embedding') });
  const failed = await sdk
    .generateText({
      model: openai.chat('no-such-model'),
      prompt: QUESTION,
      maxRetries: 0,
      ...telemetry('broken'),
    })
    .then(
      () => false,
      () => true,
    );
  if (!failed) throw new Error('the call should have failed');
}
