import { spawnSync } from 'node:child_process';
import { stripTypeScriptTypes } from 'node:module';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { PAYLOADS } from '#test/e2e/untrusted-payloads.ts';
import type { Json } from '#web/platform/text/json.ts';
import { nestAttributes } from '#web/trace/span/nest-attributes.ts';
import { chatCallOf, type ChatCall } from './chat-call.ts';
import { copyAs } from './copy-as.ts';

const HOSTILE = [
  ...PAYLOADS,
  '\nJSON\nrm -rf /',
  '"""\nimport os',
  '${process.exit(1)}',
  '`$(id)`',
  '\u2028\u2029',
  '\ud800 half',
  "it's",
];

const attributes = (text: string): Readonly<Record<string, Json>> => ({
  'llm.invocation_parameters': JSON.stringify({
    temperature: 0.2,
    stop: ['x'],
    stream: true,
    model: 'other',
    seed: null,
    [text]: text,
  }),
  'llm.input_messages.0.message.role': 'system',
  'llm.input_messages.0.message.content': text,
  'llm.input_messages.1.message.role': 'user',
  'llm.input_messages.1.message.contents.0.message_content.type': 'text',
  'llm.input_messages.1.message.contents.0.message_content.text': text,
  'llm.input_messages.1.message.contents.1.message_content.image.image.url':
    'data:image/png;base64,AAAA',
  'llm.input_messages.2.message.role': 'assistant',
  'llm.input_messages.2.message.tool_calls.0.tool_call.function.name': 'find',
  'llm.input_messages.2.message.tool_calls.0.tool_call.function.arguments': JSON.stringify({
    [text]: text,
    __proto__: 1,
  }),
  'llm.input_messages.3.message.role': 'tool',
  'llm.input_messages.3.message.content': 'found',
  'llm.tools.0.tool.json_schema': JSON.stringify({
    type: 'function',
    function: {
      name: 'find',
      description: text,
      parameters: { type: 'object', properties: { [text]: { type: 'string' } } },
    },
  }),
});

const MODELS = new Map([
  ['anthropic', 'claude-x'],
  ['google', 'gemini-x'],
  ['aws', 'nova-x'],
]);
const BYTES = /(?:base64\.b64decode|Buffer\.from)\(("[A-Za-z0-9+/=]*")(?:, "base64")?\)/g;

function callOf(text: string, provider: string | null): ChatCall {
  const call = chatCallOf(
    nestAttributes(attributes(text)),
    MODELS.get(provider ?? '') ?? 'gpt-x',
    provider,
  );
  if (call === null) throw new Error('There is a call.');
  return call;
}

function bodyOf(curl: string): unknown {
  const [, body] = /<<'JSON'\n(.*?)\nJSON\n/s.exec(curl) ?? [];
  expect(curl.endsWith(`${body}\nJSON\n`)).toBe(true);
  return JSON.parse(body ?? '');
}

/** The request as the clients take it, from the body of the interface. */
function argumentsOf(provider: string, body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if (provider === 'aws') return { modelId: 'nova-x', ...body };
  if (provider !== 'google') return body;
  const { contents, generationConfig, ...config } = body as {
    contents: unknown;
    generationConfig: object;
  };
  return { model: 'gemini-x', contents, config: { ...config, ...generationConfig } };
}

/** The temperature in every body of these calls. */
function expectedOf(provider: string): object {
  if (provider === 'aws')
    return { inferenceConfig: { temperature: 0.2 }, toolConfig: { tools: [{}] } };
  return provider === 'google'
    ? { generationConfig: { temperature: 0.2 }, tools: [{}] }
    : { temperature: 0.2, tools: [{}] };
}

describe.each(['openai', 'anthropic', 'azure', 'google', 'aws', 'mistral'])(
  'a call of %s',
  (provider) => {
    it('as curl is a here-document of JSON that the shell leaves alone', () => {
      for (const text of HOSTILE) {
        const script = copyAs(callOf(text, provider), 'curl');
        expect(bodyOf(script)).toMatchObject(expectedOf(provider));
        expect(script.split("<<'JSON'")[0]).not.toContain(text === '' ? '\0' : text.slice(0, 40));
      }
      // The shell itself: curl is a function that prints what it is given.
      const script = `curl() { cat; }\n${copyAs(callOf(HOSTILE.join(' '), provider), 'curl')}`;
      expect(JSON.parse(spawnSync('sh', { input: script, encoding: 'utf8' }).stdout)).toMatchObject(
        expectedOf(provider),
      );
    });

    it('as TypeScript parses, and its request is the same value', () => {
      for (const text of HOSTILE) {
        const call = callOf(text, provider);
        const code = copyAs(call, 'TypeScript');
        expect(stripTypeScriptTypes(code)).toBe(code);
        const literal =
          /\.(?:create|generateContent|send)\((?:new ConverseCommand\()?(\{.*\})\)?\);\n/s.exec(
            code.replaceAll(BYTES, '$1'),
          )?.[1] ?? '';
        const request: unknown = runInNewContext(`JSON.stringify(${literal})`);
        expect(JSON.parse(String(request))).toEqual(
          argumentsOf(provider, bodyOf(copyAs(call, 'curl'))),
        );
      }
    });

    const python = spawnSync('python3', ['--version']);
    it.runIf(python.status === 0)('as Python parses, and its arguments are the same values', () => {
      const read = `import ast, json, sys
out = []
for code in json.load(sys.stdin):
    call = next(n for n in ast.walk(ast.parse(code)) if isinstance(n, ast.Call) and n.keywords and n.keywords[0].arg in ('model', 'modelId'))
    given = {k.arg: ast.literal_eval(k.value) for k in call.keywords}
    given.update(given.pop('extra_body', {}))
    out.append(given)
print(json.dumps(out))`;
      const calls = HOSTILE.map((text) => callOf(text, provider));
      const input = JSON.stringify(
        calls.map((call) => copyAs(call, 'Python').replaceAll(BYTES, '$1')),
      );
      const ran = spawnSync('python3', ['-c', read], { input, encoding: 'utf8', maxBuffer: 1e8 });
      expect(ran.stderr).toBe('');
      expect(JSON.parse(ran.stdout)).toEqual(
        calls.map((call) => argumentsOf(provider, bodyOf(copyAs(call, 'curl')))),
      );
    });
  },
);

it("is OpenAI's shape, with ids for calls that have none", () => {
  const body = bodyOf(copyAs(callOf('hi', null), 'curl'));
  expect(body).toEqual({
    model: 'gpt-x',
    messages: [
      { role: 'system', content: 'hi' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'hi' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'find', arguments: '{"hi":"hi"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'found' },
    ],
    tools: [
      {
        type: 'function',
        function: {
          name: 'find',
          description: 'hi',
          parameters: { type: 'object', properties: { hi: { type: 'string' } } },
        },
      },
    ],
    temperature: 0.2,
    stop: ['x'],
    hi: 'hi',
  });
});

it("is Anthropic's shape: instructions apart, results as the user's", () => {
  expect(bodyOf(copyAs(callOf('hi', 'anthropic'), 'curl'))).toMatchObject({
    model: 'claude-x',
    max_tokens: 1024,
    system: 'hi',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        ],
      },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'call_1', name: 'find', input: { hi: 'hi' } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'found' }] },
    ],
    tools: [{ name: 'find', input_schema: { type: 'object' } }],
    stop_sequences: ['x'],
  });
});

it('gives the Python clients by name what all their versions take, and the rest as part of the body', () => {
  const call = callOf('hi', null);
  const parameters = { temperature: 0.2, top_k: 4, reasoning_effort: 'low', lambda: 1 };
  expect(copyAs({ ...call, parameters }, 'Python')).toContain(`    temperature=0.2,
    extra_body={
        "top_k": 4,
        "reasoning_effort": "low",
        "lambda": 1,
    },
)`);
  // Its second version takes no temperature by name.
  expect(
    copyAs(
      { ...call, shape: 'anthropic', parameters: { temperature: 0.2, stop: ['x'] } },
      'Python',
    ),
  ).toContain(`    extra_body={
        "temperature": 0.2,
    },
)`);
});

it('takes the parameters of the GenAI conventions, and says when there is nothing to call', () => {
  const genAi = nestAttributes({
    'gen_ai.request.temperature': 0.5,
    'gen_ai.request.max_tokens': 9,
    'gen_ai.input.messages': JSON.stringify([
      { role: 'user', parts: [{ type: 'text', content: 'Hi' }] },
    ]),
  });
  expect(chatCallOf(genAi, 'm', 'mistral')?.parameters).toEqual({
    temperature: 0.5,
    max_tokens: 9,
  });
  expect(chatCallOf(genAi, null, null)).toBeNull();
  expect(chatCallOf(nestAttributes({ 'input.value': 'x' }), 'm', null)).toBeNull();
});

it("is Gemini's shape: one side and the other, instructions apart, answers by the tool's name", () => {
  expect(bodyOf(copyAs(callOf('hi', 'google'), 'curl'))).toEqual({
    contents: [
      {
        role: 'user',
        parts: [{ text: 'hi' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }],
      },
      { role: 'model', parts: [{ functionCall: { name: 'find', args: { hi: 'hi' } } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { name: 'find', response: { result: 'found' } } }],
      },
    ],
    systemInstruction: { parts: [{ text: 'hi' }] },
    tools: [
      {
        functionDeclarations: [
          {
            name: 'find',
            description: 'hi',
            parametersJsonSchema: { type: 'object', properties: { hi: { type: 'string' } } },
          },
        ],
      },
    ],
    generationConfig: { temperature: 0.2, stopSequences: ['x'] },
  });
});

it("is Bedrock's shape, with pictures as bytes", () => {
  const call = callOf('hi', 'aws');
  expect(bodyOf(copyAs(call, 'curl'))).toMatchObject({
    messages: [
      {
        role: 'user',
        content: [{ text: 'hi' }, { image: { format: 'png', source: { bytes: 'AAAA' } } }],
      },
      {
        role: 'assistant',
        content: [{ toolUse: { toolUseId: 'call_1', name: 'find', input: { hi: 'hi' } } }],
      },
      {
        role: 'user',
        content: [{ toolResult: { toolUseId: 'call_1', content: [{ text: 'found' }] } }],
      },
    ],
    system: [{ text: 'hi' }],
    inferenceConfig: { temperature: 0.2, stopSequences: ['x'] },
    additionalModelRequestFields: { hi: 'hi' },
  });
  expect(copyAs(call, 'Python')).toContain('"bytes": base64.b64decode("AAAA")');
  expect(copyAs(call, 'TypeScript')).toContain('bytes: Buffer.from("AAAA", "base64")');
});

it('goes where the provider listens, and names of models cannot leave the address', () => {
  expect(copyAs(callOf('hi', 'mistralai'), 'curl')).toContain(
    '"${MISTRAL_BASE_URL:-https://api.mistral.ai/v1}/chat/completions"',
  );
  expect(copyAs(callOf('hi', 'other-provider'), 'curl')).toContain(
    '"${OPENAI_BASE_URL:-https://api.openai.com/v1}/chat/completions"',
  );
  // Its client refuses an endpoint where OPENAI_BASE_URL is set as well.
  expect(copyAs(callOf('hi', 'azure'), 'TypeScript')).toContain(
    'baseURL: `${process.env.AZURE_OPENAI_ENDPOINT}/openai`,',
  );
  for (const provider of ['azure', 'google', 'aws']) {
    const call = chatCallOf(nestAttributes(attributes('hi')), 'a"$(id)`id`/\\', provider);
    expect(call === null ? '' : copyAs(call, 'curl').split(' -H ')[0]).toContain(
      '/a%22%24(id)%60id%60%2F%5C',
    );
  }
});

it("makes one message of the model's messages in a row, leaves reasoning out, and speaks of parameters as the interface does", () => {
  const messages = [
    { role: 'user', parts: [{ type: 'text', content: 'Add' }] },
    { role: 'assistant', parts: [{ type: 'reasoning', content: 'Hm' }] },
    { role: 'assistant', parts: [{ type: 'tool_call', id: 'a', name: 'add', arguments: {} }] },
    { role: 'assistant', parts: [{ type: 'tool_call', id: 'b', name: 'add', arguments: {} }] },
    {
      role: 'tool',
      parts: [
        { type: 'tool_call_response', id: 'a', response: '1' },
        { type: 'tool_call_response', id: 'b', response: '2' },
      ],
    },
  ];
  const call = chatCallOf(
    nestAttributes({
      'gen_ai.input.messages': JSON.stringify(messages),
      'gen_ai.request.model': 'asked',
      'llm.invocation_parameters': JSON.stringify({
        reasoning: { effort: 'low' },
        max_output_tokens: 9,
        store: true,
        stop_sequences: ['x'],
        include: [],
      }),
    }),
    'answered',
    'openai',
  );
  const request = { function: { name: 'add', arguments: '{}' }, type: 'function' };
  expect(call === null ? null : bodyOf(copyAs(call, 'curl'))).toEqual({
    model: 'asked',
    messages: [
      { role: 'user', content: 'Add' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', ...request },
          { id: 'b', ...request },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: '1' },
      { role: 'tool', tool_call_id: 'b', content: '2' },
    ],
    reasoning_effort: 'low',
    max_completion_tokens: 9,
    store: true,
    stop: ['x'],
  });
});
