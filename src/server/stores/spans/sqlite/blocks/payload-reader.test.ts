import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeSpan } from '#test/conformance/span-maker.ts';
import { openSpanReader, type OpenSpanReader } from '../open-reader.ts';
import { openSpanStore } from '../open-writer.ts';

/** One in each block, and more blocks than are kept. */
const SPANS = 80;
/** Node keeps small pieces together in a pool. */
const TEXT_LENGTH = 100_000;

let directory: string;
let store: OpenSpanReader;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-payloads-'));
  const path = join(directory, 'spans.db');
  const writing = openSpanStore(path, { attributesOf: () => null, freeBytesMin: 0 });
  for (let span = 1; span <= SPANS; span += 1)
    await writing.writer.write([
      { projectName: 'p', records: [makeSpan({ trace: span, span, text: textOf(span) })] },
    ]);
  writing.close();
  store = openSpanReader(path, { attributesOf: () => null });
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

function textOf(span: number): string {
  return `text ${span} `.repeat(TEXT_LENGTH / 7);
}

async function bytesOf(span: number): Promise<Uint8Array> {
  return (await store.reader.payloads([span]))[0]?.bytes ?? new Uint8Array();
}

it('frees blocks that are no longer kept once nothing read from them is in use', async () => {
  store.freeUnused();
  const first = await bytesOf(1);
  const text = Buffer.from(first).toString();
  expect(text).toContain(textOf(1));
  for (let span = 2; span <= SPANS; span += 1) await bytesOf(span);
  expect(Buffer.from(first).toString()).toBe(text);
  const last = await bytesOf(SPANS);
  store.freeUnused();
  expect(first.length).toBe(0);
  expect(Buffer.from(last).toString()).toContain(textOf(SPANS));
  expect(Buffer.from(await bytesOf(1)).toString()).toBe(text);
  expect(Buffer.from(await bytesOf(SPANS)).toString()).toContain(textOf(SPANS));
});
