import { expect, it } from 'vitest';
import { BARE_SPAN } from './bare-span.ts';
import { encodeTraceRequest } from './encode.ts';
import { DEFAULT_SKIM_LIMITS } from './skim-limits.ts';
import { skimTraces } from './skim.ts';

/** The row of a Haystack component, from the JSON text of its output. */
function recordOf(output: string) {
  const attributes = Object.entries({
    'haystack.component.type': 'OpenAIDocumentEmbedder',
    'haystack.component.output': output,
  });
  const span = {
    ...BARE_SPAN,
    traceId: '1'.repeat(32),
    spanId: '1'.repeat(16),
    attributes: attributes.map(([key, value]) => ({
      key,
      value: { type: 'string' as const, value },
    })),
  };
  const request = encodeTraceRequest([
    {
      resource: { attributes: [], droppedAttributesCount: 0 },
      schemaUrl: '',
      scopeSpans: [
        {
          scope: { name: '', version: '', attributes: [], droppedAttributesCount: 0 },
          schemaUrl: '',
          spans: [span],
        },
      ],
    },
  ]);
  const [record] = skimTraces(request, DEFAULT_SKIM_LIMITS).records;
  return { model: record?.modelName, prompt: record?.tokens.prompt };
}

const vectors = (count: number): string =>
  JSON.stringify(Array.from({ length: count }, (_, n) => n / 7));
const meta =
  '{"model": "text-embedding-3-small", "usage": {"prompt_tokens": 42, "total_tokens": 42}}';
const NOTHING = { model: null, prompt: null };

it.each([
  [
    'behind a short vector',
    `{"embedding": ${vectors(3)}, "meta": ${meta}}`,
    { model: 'text-embedding-3-small', prompt: 42 },
  ],
  [
    'behind 8 KB of vectors',
    `{"embedding": ${vectors(3_000)}, "meta": ${meta}}`,
    { model: 'text-embedding-3-small', prompt: 42 },
  ],
  [
    'behind a megabyte',
    `{"documents": [{"embedding": ${vectors(60_000)}, "meta": {}}], "meta": ${meta} }\n`,
    { model: 'text-embedding-3-small', prompt: 42 },
  ],
  [
    'not what the last of many documents says',
    `{"documents": [{"embedding": ${vectors(3_000)}, "meta": ${meta}}]}`,
    NOTHING,
  ],
  [
    'not what a text says',
    `{"embedding": ${vectors(3_000)}, "text": ${JSON.stringify(`{"meta": ${meta}}`)}}`,
    NOTHING,
  ],
  [
    'not where the text was cut',
    `{"embedding": ${vectors(3_000)}, "meta": ${meta.slice(0, -4)}`,
    NOTHING,
  ],
  ['not without any', `{"embedding": ${vectors(3_000)}}`, NOTHING],
])('reads tokens and model of an embedding %s', (_, output, expected) => {
  expect(recordOf(output)).toEqual(expected);
});
