import { spawnSync } from 'node:child_process';
import { stripTypeScriptTypes } from 'node:module';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { PAYLOADS } from '../../../../test/e2e/untrusted-payloads.ts';
import type { Json } from '../json.ts';
import { nestAttributes } from '../nest-attributes.ts';
import { chatCallOf } from './chat-call.ts';
import type { ChatCall } from './chat-call.ts';
import { copyAs } from './copy-as.ts';

const HOSTILE = [...PAYLOADS, '\nJSON\nrm -rf /', '"""\nimport os', '${process.exit(1)}', '`$(id)`', '\u2028\u2029', '\ud800 half', "it's"];

const attributes = (text: string): Readonly<Record<string, Json>> => ({
  'llm.invocation_parameters': JSON.stringify({ temperature: 0.2, stop: ['x'], stream: true, model: 'other', seed: null, [text]: text }),
  'llm.input_messages.0.message.role': 'system',
  'llm.input_messages.0.message.content': text,
  'llm.input_messages.1.message.role': 'user',
  'llm.input_messages.1.message.contents.0.message_content.type': 'text',
  'llm.input_messages.1.message.contents.0.message_content.text': text,
  'llm.input_messages.1.message.contents.1.message_content.image.image.url': 'data:image/png;base64,AAAA',
  'llm.input_messages.2.message.role': 'assistant',
  'llm.input_messages.2.message.tool_calls.0.tool_call.function.name': 'find',
  'llm.input_messages.2.message.tool_calls.0.tool_call.function.arguments': JSON.stringify({ [text]: text, __proto__: 1 }),
  'llm.input_messages.3.message.role': 'tool',
  'llm.input_messages.3.message.content': 'found',
  'llm.tools.0.tool.json_schema': JSON.stringify({
    type: 'function',
    function: { name: 'find', description: text, parameters: { type: 'object', properties: { [text]: { type: 'string' } } } },
  }),
});

function callOf(text: string, provider: string | null): ChatCall {
  const call = chatCallOf(nestAttributes(attributes(text)), provider === 'anthropic' ? 'claude-x' : 'gpt-x', provider);
  if (call === null) throw new Error('There is a call.');
  return call;
}

function bodyOf(curl: string): unknown {
  const [, body] = /<<'JSON'\n(.*?)\nJSON\n/s.exec(curl) ?? [];
  expect(curl.endsWith(`${body}\nJSON\n`)).toBe(true);
  return JSON.parse(body ?? '');
}

describe.each(['openai', 'anthropic'])('a call of %s', (provider) => {
  it('as curl is a here-document of JSON that the shell leaves alone', () => {
    for (const text of HOSTILE) {
      const script = copyAs(callOf(text, provider), 'curl');
      expect(bodyOf(script)).toMatchObject({ temperature: 0.2, tools: [{}] });
      expect(script.split("<<'JSON'")[0]).not.toContain(text === '' ? '\0' : text.slice(0, 40));
    }
    // The shell itself: curl is a function that prints what it is given.
    const script = `curl() { cat; }\n${copyAs(callOf(HOSTILE.join(' '), provider), 'curl')}`;
    expect(JSON.parse(spawnSync('sh', { input: script, encoding: 'utf8' }).stdout)).toMatchObject({ temperature: 0.2 });
  });

  it('as TypeScript parses, and its request is the same value', () => {
    for (const text of HOSTILE) {
      const call = callOf(text, provider);
      const code = copyAs(call, 'TypeScript');
      expect(stripTypeScriptTypes(code)).toBe(code);
      const literal = /create\((\{.*\})\);\n/s.exec(code)?.[1] ?? '';
      const request: unknown = runInNewContext(`JSON.stringify(${literal})`);
      expect(JSON.parse(String(request))).toEqual(bodyOf(copyAs(call, 'curl')));
    }
  });

  const python = spawnSync('python3', ['--version']);
  it.runIf(python.status === 0)('as Python parses, and its arguments are the same values', () => {
    const read = `import ast, json, sys
out = []
for code in json.load(sys.stdin):
    call = next(n for n in ast.walk(ast.parse(code)) if isinstance(n, ast.Call) and n.keywords and n.keywords[0].arg == 'model')
    given = {k.arg: ast.literal_eval(k.value) for k in call.keywords}
    given.update(given.pop('extra_body', {}))
    out.append(given)
print(json.dumps(out))`;
    const calls = HOSTILE.map((text) => callOf(text, provider));
    const input = JSON.stringify(calls.map((call) => copyAs(call, 'Python')));
    const ran = spawnSync('python3', ['-c', read], { input, encoding: 'utf8', maxBuffer: 1e8 });
    expect(ran.stderr).toBe('');
    expect(JSON.parse(ran.stdout)).toEqual(calls.map((call) => bodyOf(copyAs(call, 'curl'))));
  });
});

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
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'find', arguments: '{"hi":"hi"}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'found' },
    ],
    tools: [
      {
        type: 'function',
        function: { name: 'find', description: 'hi', parameters: { type: 'object', properties: { hi: { type: 'string' } } } },
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
      { role: 'user', content: [{ type: 'text' }, { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name: 'find', input: { hi: 'hi' } }] },
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
  expect(copyAs({ ...call, provider: 'anthropic', parameters: { temperature: 0.2, stop: ['x'] } }, 'Python')).toContain(`    extra_body={
        "temperature": 0.2,
    },
)`);
});

it('takes the parameters of the GenAI conventions, and says when there is nothing to call', () => {
  const genAi = nestAttributes({
    'gen_ai.request.temperature': 0.5,
    'gen_ai.request.max_tokens': 9,
    'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'Hi' }] }]),
  });
  expect(chatCallOf(genAi, 'm', 'mistral')?.parameters).toEqual({ temperature: 0.5, max_tokens: 9 });
  expect(chatCallOf(genAi, null, null)).toBeNull();
  expect(chatCallOf(nestAttributes({ 'input.value': 'x' }), 'm', null)).toBeNull();
});
