import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { findPython } from '#test/examples/example-run.ts';
import { runCalls, type Results } from './client-results.ts';

const python = findPython();
if (python === null)
  console.log(
    'note: no Python with the packages of test/clients/python, so its data frames are skipped',
  );

const id = (number: number) => number.toString(16).padStart(16, '0');
const traceId = (number: number) => number.toString(16).padStart(32, '0');
const steps = (...numbers: readonly number[]) => ({
  rows: numbers.map((number) => ({ name: `step ${number}` })),
});

describe.skipIf(python === null)('get_spans_dataframe', () => {
  let server: BootedServer;
  let results: Results;
  beforeAll(async () => {
    server = await boot();
    results = await runCalls(server, 'python', python ?? '', 'frame_calls.py');
  });
  afterAll(async () => {
    await server.dispose();
  });

  it('gives whole spans, newest first, with their types', () => {
    expect(results['whole']).toMatchObject({
      index: ['context.span_id'],
      keys: [4, 3, 2, 1].map(id),
      types: {
        name: 'str',
        parent_id: 'str',
        start_time: 'datetime64[ns, UTC]',
        events: 'object',
        'context.span_id': 'str',
        'attributes.llm.token_count.prompt': 'float64',
        'attributes.llm.input_messages': 'object',
        'attributes.llm': 'object',
        'attributes.mine': 'object',
      },
    });
    expect(results['whole of one']).toMatchObject({
      types: { parent_id: 'str', 'attributes.flag': 'bool' },
      rows: [
        {
          name: 'step 1',
          start_time: '2026-03-01T12:00:00.123456000Z',
          events: [],
          'context.trace_id': traceId(1),
          'attributes.input.value': 'who?',
          'attributes.mine': { a: 1, b: [1, 2] },
          'attributes.flag': true,
        },
      ],
    });
  });

  it('names the parts of messages, documents and embeddings by their dotted keys, as Phoenix does, sync and async', () => {
    const items = {
      rows: [
        {
          'attributes.llm.output_messages': [
            {
              'message.role': 'assistant',
              'message.tool_calls': [
                { 'tool_call.function.name': 'search', 'tool_call.function.arguments': '{}' },
              ],
              'message.contents': [
                {
                  'message_content.type': 'image',
                  'message_content.image': { 'image.url': 'x.png' },
                },
              ],
            },
          ],
          'attributes.reranker.output_documents': [
            { 'document.content': 'best', 'document.metadata': { page: { number: 1 } } },
          ],
          'attributes.embedding.embeddings': [
            { 'embedding.text': 'who?', 'embedding.vector': [0.5, 1] },
          ],
        },
      ],
    };
    expect(results).toMatchObject({ items, 'items, async': items });
  });

  it('selects, renames, limits, filters', () => {
    expect(results['select']).toMatchObject({
      types: { name: 'str', latency_ms: 'float64', input: 'str' },
      rows: [
        { name: 'step 4', latency_ms: 250, 'llm.token_count.prompt': 8, input: 'when?' },
        { name: 'step 3', 'llm.token_count.prompt': 7, input: null },
        { name: 'step 2', 'llm.token_count.prompt': null, input: 'who?' },
        { name: 'step 1', input: 'who?' },
      ],
    });
    expect(results).toMatchObject({ limit: steps(4, 3), roots: steps(4, 1), time: steps(3, 2) });
    expect(results['wrong filter']).toMatchObject({
      raised: 'HTTPStatusError',
      message: expect.stringContaining("'422 "),
    });
  });

  it('explodes and joins lists', () => {
    const rows = [
      { text: 'first', score: 1 },
      { text: 'second', score: 0.5 },
    ];
    const index = ['context.span_id', 'document_position'];
    expect(results).toMatchObject({
      explode: {
        index,
        keys: [
          [id(2), 0],
          [id(2), 1],
        ],
        rows,
      },
      'explode all': {
        rows: rows.map(({ text, score }) => ({
          name: 'step 2',
          'document.content': text,
          'document.score': score,
        })),
      },
      concat: {
        index: ['context.trace_id'],
        keys: [traceId(1)],
        rows: [{ text: 'first\n\nsecond' }],
      },
      'retrieved documents': {
        index,
        rows: [{ input: 'who?', document: 'first' }, { document: 'second' }],
      },
      'input, output, context': {
        keys: [id(1)],
        rows: [{ input: 'who?', output: 'you', context: 'first\n\nsecond' }],
      },
    });
  });

  it('gives an empty frame where there is nothing', () => {
    const empty = { index: ['context.span_id'], keys: [], rows: [] };
    expect(results).toMatchObject({ nothing: empty, 'unknown project': empty });
  });

  it('reads more than one part, with columns that turn up late', () => {
    expect(results['in parts']).toEqual([2500, true, 'step 3599', 'step 1100']);
  });

  it('gives the same as Arrow to clients that do not ask for JSON, nested values and nanoseconds included', () => {
    expect(results['arrow']).toMatchObject({
      type: 'application/x-pandas-arrow',
      frames: [
        {
          index: ['context.span_id'],
          keys: [4, 3, 2, 1].map(id),
          types: {
            start_time: 'datetime64[ns, UTC]',
            'context.span_id': 'str',
            'attributes.mine': 'object',
            'attributes.flag': 'object',
          },
          rows: [
            { name: 'step 4', 'attributes.llm.token_count.prompt': 8, events: [] },
            {
              'attributes.llm.input_messages': [{ 'message.role': 'user' }],
              'attributes.llm': { custom: 'x' },
            },
            {
              'attributes.retrieval.documents': [
                { 'document.content': 'first', 'document.score': 1 },
                { 'document.content': 'second', 'document.score': 0.5 },
              ],
            },
            {
              name: 'step 1',
              parent_id: null,
              start_time: '2026-03-01T12:00:00.123456000Z',
              'context.trace_id': traceId(1),
              'attributes.mine': { a: 1, b: [1, 2] },
              'attributes.flag': true,
            },
          ],
        },
        {
          rows: [
            {
              name: 'step 4',
              'llm.token_count.prompt': 8,
              flag: null,
              mine: null,
              latency_ms: 250,
            },
            {},
            {},
            { flag: true, mine: { a: 1, b: [1, 2] } },
          ],
        },
        { index: ['context.span_id'], keys: [], rows: [] },
        {
          index: ['context.span_id', 'document_position'],
          keys: [
            [id(2), 0],
            [id(2), 1],
          ],
          rows: [
            { text: 'first', score: 1 },
            { text: 'second', score: 0.5 },
          ],
        },
      ],
    });
  });
});
