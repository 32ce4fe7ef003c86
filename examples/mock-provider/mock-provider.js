import { createServer } from 'node:http';

/**
 * A stand-in for a model provider's HTTP API, so that the examples run without a key and always say the same:
 * chat completions (also streamed, also with tools), embeddings, and the errors a provider answers with.
 */
export function startMockProvider(port = 0) {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (request.url === '/v1/embeddings') return sendJson(response, 200, embeddings(body));
    if (request.url === '/v1/chat/completions') return complete(response, body);
    return sendJson(
      response,
      404,
      failure(
        'invalid_request_error',
        `Unknown request URL: ${request.method} ${request.url}.`,
        'unknown_url',
      ),
    );
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      resolve({
        url: `http://127.0.0.1:${server.address().port}/v1`,
        close: () =>
          new Promise((closed) => {
            server.close(closed);
            server.closeAllConnections();
          }),
      });
    });
  });
}

function complete(response, body) {
  if (body.model === 'no-such-model') {
    return sendJson(
      response,
      404,
      failure(
        'invalid_request_error',
        'The model `no-such-model` does not exist or you do not have access to it.',
        'model_not_found',
      ),
    );
  }
  if (body.model === 'busy-model') {
    response.setHeader('x-should-retry', 'false');
    return sendJson(
      response,
      429,
      failure(
        'requests',
        'Rate limit reached for busy-model. Please try again in 20s.',
        'rate_limit_exceeded',
      ),
    );
  }
  const message = answer(body);
  const usage = countTokens(body, message);
  if (body.stream === true) return stream(response, body, message, usage);
  return sendJson(response, 200, {
    id: 'chatcmpl-example',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: body.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: null, refusal: null, ...message },
        logprobs: null,
        finish_reason: message.tool_calls ? 'tool_calls' : 'stop',
      },
    ],
    usage,
    system_fingerprint: 'fp_example',
  });
}

/** Calls every tool once; when their results are there, answers with them; without tools, answers from what it was told. */
function answer(body) {
  const results = body.messages.filter((message) => message.role === 'tool');
  const question = textOf(body.messages.findLast((message) => message.role === 'user'));
  if ((body.tools ?? []).length > 0 && results.length === 0) {
    return {
      tool_calls: body.tools.map((tool, at) => ({
        id: `call_${at + 1}`,
        type: 'function',
        function: { name: tool.function.name, arguments: JSON.stringify(exampleArguments(tool)) },
      })),
    };
  }
  if (results.length > 0)
    return { content: `I looked it up: ${results.map(textOf).join(' and ')}.` };
  return { content: `You asked: "${question.slice(0, 120)}" The short answer is forty-two. 🙂` };
}

function exampleArguments(tool) {
  const properties = tool.function.parameters?.properties ?? {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      schema.type === 'number' ? 7 : name === 'city' ? 'Lisbon' : 'A-1001',
    ]),
  );
}

async function stream(response, body, message, usage) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const send = (choices, extra = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: 'chatcmpl-example', object: 'chat.completion.chunk', created: 1_760_000_000, model: body.model, choices, ...extra })}\n\n`,
    );
  send([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }]);
  for (const [index, call] of (message.tool_calls ?? []).entries())
    send([{ index: 0, delta: { tool_calls: [{ index, ...call }] }, finish_reason: null }]);
  for (const word of (message.content ?? '').split(/(?<= )/)) {
    if (word !== '') send([{ index: 0, delta: { content: word }, finish_reason: null }]);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  send([{ index: 0, delta: {}, finish_reason: message.tool_calls ? 'tool_calls' : 'stop' }]);
  if (body.stream_options?.include_usage) send([], { usage });
  response.end('data: [DONE]\n\n');
}

/** Vectors that depend on the words alone: texts that share words lie close together. */
function embeddings(body) {
  const inputs = Array.isArray(body.input) ? body.input : [body.input];
  const data = inputs.map((text, index) => {
    const vector = Array.from({ length: 64 }, () => 0);
    for (const word of text.toLowerCase().match(/[a-z]{4,}/g) ?? [])
      vector[
        [...word].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 1_009, 7) % 64
      ] += 1;
    const norm = Math.hypot(...vector) || 1;
    const unit = vector.map((value) => value / norm);
    const embedding =
      body.encoding_format === 'base64'
        ? Buffer.from(Float32Array.from(unit).buffer).toString('base64')
        : unit;
    return { object: 'embedding', index, embedding };
  });
  const tokens = inputs.join(' ').split(' ').length;
  return {
    object: 'list',
    data,
    model: body.model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

function countTokens(body, message) {
  const prompt = Math.ceil(JSON.stringify(body.messages).length / 4);
  const completion = Math.ceil(JSON.stringify(message).length / 4);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: 4, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 2, audio_tokens: 0 },
  };
}

function textOf(message) {
  const content = message?.content ?? '';
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join(' ');
}

function failure(type, message, code) {
  return { error: { message, type, param: null, code } };
}

function sendJson(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

if (process.argv[1] === import.meta.filename) {
  const provider = await startMockProvider(Number(process.env.PORT ?? 6011));
  console.log(`export OPENAI_BASE_URL=${provider.url} OPENAI_API_KEY=not-needed`);
}
