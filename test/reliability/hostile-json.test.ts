import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { jsonSpan, otlpJson, readProject, sendTraces } from './read-back.ts';

let server: BootedServer;
beforeAll(async () => {
  server = await boot();
});
afterAll(async () => {
  await server.dispose();
});

let spansMade = 0;
/** A span that no other body holds. */
const fresh = (extra: object = {}): object => {
  spansMade += 1;
  return jsonSpan(spansMade, spansMade, { name: 'span 1', ...extra });
};
const nested = (open: string, close: string, depth: number, core = ''): string =>
  `${open.repeat(depth)}${core}${close.repeat(depth)}`;
const withAttribute = (value: string): string =>
  otlpJson([fresh({ attributes: ['#'] })]).replace(
    '"#"',
    `{"key": "input.value", "value": ${value}}`,
  );
const withField = (json: string): string => otlpJson([fresh({ x: '#' })]).replace('"x":"#"', json);
const withText = (text: string, key = 'input.value'): string =>
  otlpJson([fresh({ attributes: [{ key, value: { stringValue: text } }] })]);

const BODIES: Readonly<Record<string, string>> = {
  'deep arrays, bare': nested('[', ']', 100_000),
  'deep objects, bare': nested('{"a":', '}', 100_000, '1'),
  'deep arrays, never closed': '['.repeat(500_000),
  'a deep unknown field': withField(`"unknown": ${nested('[', ']', 50_000)}`),
  'attribute values 31 deep': withAttribute(
    nested('{"arrayValue":{"values":[', ']}}', 31, '{"intValue":"1"}'),
  ),
  'attribute values 200 deep': withAttribute(
    nested('{"arrayValue":{"values":[', ']}}', 200, '{"intValue":"1"}'),
  ),
  'attribute values 10,000 deep': withAttribute(
    nested('{"arrayValue":{"values":[', ']}}', 10_000, '{"intValue":"1"}'),
  ),
  'attribute maps 10,000 deep': withAttribute(
    nested('{"kvlistValue":{"values":[{"key":"k","value":', '}]}}', 10_000, '{"intValue":"1"}'),
  ),
  'JSON 10,000 deep inside a text': withText(nested('[', ']', 10_000)),
  'JSON 100,000 deep inside metadata': withText(nested('{"a":', '}', 100_000, '1'), 'metadata'),
  'JSON 50,000 deep inside tool parameters': withText(nested('[', ']', 50_000), 'tool.parameters'),
  'broken JSON inside metadata': withText('{"a": ', 'metadata'),
  'keys twice': withField(
    '"name": "first", "name": "second", "traceId": "x", "traceId": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"',
  ),
  'one key 100,000 times': `{${Array.from({ length: 100_000 }, () => '"resourceSpans":[]').join(',')}}`,
  'an attribute key 10,000 times': otlpJson([
    fresh({
      attributes: Array.from({ length: 900 }, (_, index) => ({
        key: 'same',
        value: { intValue: String(index) },
      })),
    }),
  ]),
  'an infinite number': withAttribute('{"doubleValue": 1e999}'),
  'a number of 100,000 digits': withAttribute(`{"doubleValue": ${'9'.repeat(100_000)}}`),
  'an integer of 100,000 digits': withAttribute(`{"intValue": "${'9'.repeat(100_000)}"}`),
  'an integer past 64 bits': withAttribute('{"intValue": "9223372036854775808"}'),
  'the least integer': withAttribute('{"intValue": "-9223372036854775808"}'),
  'a fraction as an integer': withAttribute('{"intValue": 1.5}'),
  'an integer in e-notation': withAttribute('{"intValue": 1e3}'),
  'minus zero': withAttribute('{"doubleValue": -0.0}'),
  'NaN as text': withAttribute('{"doubleValue": "NaN"}'),
  'NaN bare': withAttribute('{"doubleValue": NaN}'),
  'a time past 64 bits': otlpJson([fresh({ endTimeUnixNano: '99999999999999999999999999' })]),
  'a time before 1970': otlpJson([fresh({ startTimeUnixNano: '-5' })]),
  'a time of a fraction': otlpJson([fresh({ startTimeUnixNano: 1.5 })]),
  'NUL in a name': otlpJson([fresh({ name: 'a\0b' })]),
  'NUL in a key and a value': otlpJson([
    fresh({ attributes: [{ key: 'a\0', value: { stringValue: '\0\0' } }] }),
  ]),
  'a lone surrogate': otlpJson([fresh()]).replace('span 1', String.raw`\ud800 and \udfff`),
  'a lone surrogate in a key': otlpJson([
    fresh({ attributes: [{ key: '#', value: { stringValue: 'x' } }] }),
  ]).replace('"#"', String.raw`"\ud800"`),
  'a byte order mark': `\ufeff${otlpJson([fresh()])}`,
  'control characters inside a text': otlpJson([fresh()]).replace('span 1', 'a\nb'),
  'an escape cut short': otlpJson([fresh()]).replace('span 1', String.raw`\u12`),
  'single quotes': "{'resourceSpans': []}",
  'a comment': '{"resourceSpans": [] /* none */}',
  'a trailing comma': '{"resourceSpans": [],}',
  'two documents': '{"resourceSpans": []}{"resourceSpans": []}',
  nothing: '',
  blanks: ' \n ',
  null: 'null',
  'a text': '"resourceSpans"',
  'a list': '[]',
  'spans of the wrong type': otlpJson([]).replace('"spans":[]', '"spans":{"0":{}}'),
  'nulls for spans': otlpJson([]).replace('"spans":[]', '"spans":[null,1,"x",[],{}]'),
  'nulls everywhere':
    '{"resourceSpans":[null,{"resource":null,"scopeSpans":null},{"resource":{"attributes":[null]},"scopeSpans":[null,{"scope":null,"spans":null}]}]}',
  'attributes of the wrong type': otlpJson([fresh({ attributes: { key: 'x' } })]),
  'a value of two kinds': withAttribute('{"intValue": "1", "stringValue": "x"}'),
  'a value of no kind': withAttribute('{}'),
  'ids of the wrong type': otlpJson([fresh({ traceId: 5, spanId: ['x'] })]),
  'ids in base64': otlpJson([
    fresh({ traceId: 'qqqqqqqqqqqqqqqqqqqqqg==', spanId: 'qqqqqqqqqqo=' }),
  ]),
  'a kind by name': otlpJson([fresh({ kind: 'SPAN_KIND_CLIENT' })]),
  'a kind past 32 bits': otlpJson([fresh({ kind: 4_294_967_296, status: { code: 99 } })]),
  'snake case': '{"resource_spans": [{"scope_spans": [{"spans": [{}]}]}]}',
  '20,001 empty spans': otlpJson(Array.from({ length: 20_001 }, () => ({}))),
};

describe('a hostile JSON body is refused or kept as text', () => {
  let readable = 0;

  test.each(
    Object.entries(BODIES).map(([name, body], index) => ({ name, body, project: `json-${index}` })),
  )('$name', async ({ body, project }) => {
    const { status, text } = await sendTraces(server.url, body, { 'x-project-name': project });
    expect([200, 400, 413]).toContain(status);
    // Errors of this route are a google.rpc.Status, in JSON as the request was.
    expect(() => void JSON.parse(text)).not.toThrow(/./);
    readable += (await readProject(server.url, project))?.length ?? 0;
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });

  test('and much of it was kept', () => expect(readable).toBeGreaterThan(20));

  test.each([
    ['deep', nested('[', ']', 100_000)],
    ['deep inside', `{"data": ${nested('{"a":', '}', 50_000, '1')}}`],
    ['unclosed', '{"data": [{'],
    ['keys twice', '{"name": "a", "name": "b-twice"}'],
    ['a number past all bounds', '{"data": 1e99999}'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[1]'],
    ['not UTF-8', '\u00ff\u00fe'],
    ['NUL', '{"name": "\\u0000"}'],
  ])('REST: %s', async (_name, body) => {
    for (const path of [
      '/v1/projects',
      '/v1/projects/default/spans',
      '/v1/traces/transfer',
      '/v1/sessions/delete',
    ]) {
      const response = await fetch(`${server.url}${path}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      const text = await response.text();
      expect([200, 201, 400, 404, 409, 413, 422], `${path}: ${text.slice(0, 300)}`).toContain(
        response.status,
      );
      expect(JSON.parse(text)).toHaveProperty(response.ok ? 'data' : 'detail');
    }
  });
});
