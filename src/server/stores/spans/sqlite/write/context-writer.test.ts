import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ResourceContext, ScopeContext } from '#core/otlp/span-record.ts';
import { migrate } from '#server/stores/migrator.ts';
import { SPAN_MIGRATIONS } from '../migrations/span-migrations.ts';
import { ContextWriter } from './context-writer.ts';
import { Counters } from './counters.ts';

let db: Database.Database;
let writer: ContextWriter;
beforeEach(() => {
  db = new Database(':memory:');
  migrate(db, SPAN_MIGRATIONS, { path: ':memory:', backup: false });
  writer = new ContextWriter(db, new Counters(db));
});
afterEach(() => db.close());

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const resource = (text: string, schemaUrl = ''): ResourceContext => ({
  bytes: bytesOf(text),
  schemaUrl,
  serviceName: null,
  projectName: null,
});
const scope = (text: string, schemaUrl = ''): ScopeContext => ({
  bytes: bytesOf(text),
  schemaUrl,
  name: '',
  version: '',
});
const stored = (): unknown =>
  db
    .prepare('SELECT CAST(resource_bytes AS TEXT), span_count FROM contexts ORDER BY id')
    .raw(true)
    .all();

it('keeps equal pairs of many requests once, and others apart', () => {
  for (let request = 0; request < 40; request += 1) {
    writer.add(resource('a'), scope('s'));
    writer.add(resource(`host ${request}`), scope('s'));
    writer.flush();
  }
  expect(stored()).toEqual([
    ['a', 40],
    ...Array.from({ length: 40 }, (_, request) => [`host ${request}`, 1]),
  ]);
  const ids = [
    writer.add(resource('a'), scope('s')),
    writer.add(resource('a', 'url'), scope('s')),
    writer.add(resource('a'), scope('s', 'url')),
    writer.add(resource('as'), scope('')),
    writer.add(resource('a'), scope('t')),
  ];
  expect(new Set(ids).size).toBe(5);
  expect(writer.add(resource('a'), scope('s'))).toBe(ids[0]);
});

it('tells pairs by the bytes they had when they came', () => {
  const [first, reused] = [resource('aaaa'), scope('s')];
  const id = writer.add(first, reused);
  writer.flush();
  first.bytes.set(bytesOf('bbbb'));
  expect(writer.add({ ...first }, reused)).not.toBe(id);
  expect(writer.add(resource('aaaa'), scope('s'))).toBe(id);
  writer.flush();
  expect(stored()).toEqual([
    ['aaaa', 2],
    ['bbbb', 1],
  ]);
});
