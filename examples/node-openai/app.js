import { flush } from './tracing.js';
import { setSession, setUser } from '@arizeai/openinference-core';
import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import OpenAI from 'openai';
import { askDocs } from './retrieval.js';

const openai = new OpenAI();
const tracer = trace.getTracer('shop-assistant');

const tools = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'The weather in a city.',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
  {
    type: 'function',
    function: {
      name: 'lookup_order',
      description: 'The state of an order.',
      parameters: {
        type: 'object',
        properties: { order_id: { type: 'string' } },
        required: ['order_id'],
      },
    },
  },
];
const implementations = {
  get_weather: ({ city }) => `it is 19 °C and sunny in ${city}`,
  lookup_order: ({ order_id: orderId }) => `order ${orderId} left the warehouse on Monday`,
};

/** Runs `work` in a span of the given kind; what it throws is recorded and thrown on. */
async function inSpan(name, kind, input, work) {
  return await tracer.startActiveSpan(name, async (span) => {
    span.setAttributes({
      'openinference.span.kind': kind,
      'input.value': input,
      'input.mime_type': 'text/plain',
    });
    try {
      const output = await work();
      span.setAttributes({ 'output.value': output, 'output.mime_type': 'text/plain' });
      span.setStatus({ code: SpanStatusCode.OK });
      return output;
    } catch (error) {
      span.recordException(error);
      span.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** An agent: the model asks for tools until it can answer. */
async function agent(question) {
  return await inSpan('shop_agent', 'AGENT', question, async () => {
    const messages = [
      { role: 'system', content: 'You help the customers of a shop.' },
      { role: 'user', content: question },
    ];
    for (;;) {
      const completion = await openai.chat.completions.create({
        model: 'gpt-4o-mini',
        temperature: 0,
        messages,
        tools,
      });
      const { message } = completion.choices[0];
      messages.push(message);
      if (!message.tool_calls) return message.content;
      for (const call of message.tool_calls) {
        const run = () => implementations[call.function.name](JSON.parse(call.function.arguments));
        messages.push({
          role: 'tool',
          tool_call_id: call.id,
          content: await inSpan(call.function.name, 'TOOL', call.function.arguments, run),
        });
      }
    }
  });
}

async function streamed(question) {
  const stream = await openai.chat.completions.create({
    model: 'gpt-4o',
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'user', content: question }],
  });
  let text = '';
  for await (const chunk of stream) text += chunk.choices[0]?.delta?.content ?? '';
  return text;
}

const conversation = setUser(setSession(context.active(), { sessionId: 'node-session-1' }), {
  userId: 'ada',
});
await context.with(conversation, async () => {
  console.log(
    'agent:    ',
    await agent('Where is my order A-1001, and do I need a coat in Lisbon?'),
  );
  console.log('streaming:', await streamed('What is the answer? Olé!'));
  console.log('retrieval:', await askDocs(openai, inSpan, 'How long does delivery take?'));
  await inSpan('broken_agent', 'AGENT', 'Use a model that does not exist.', async () => {
    await openai.chat.completions.create({
      model: 'no-such-model',
      messages: [{ role: 'user', content: 'Anyone there?' }],
    });
  }).catch((error) => console.log('error:    ', error.message));
});
await flush();
