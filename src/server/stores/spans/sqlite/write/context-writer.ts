import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';
import type { ResourceContext, ScopeContext } from '#core/otlp/span-record.ts';
import type { Counters } from './counters.ts';
import { RecentMap } from '../both/recent-map.ts';

interface Context {
  readonly id: number;
  readonly hash: Uint8Array;
  readonly resource: ResourceContext;
  readonly scope: ScopeContext;
  isNew: boolean;
  added: number;
}

const CONTEXTS_KEPT = 4_096;
/**
 * Pairs whose hashes are remembered by their bytes: making a hash takes as long as storing ten
 * spans, and each request of a sender brings the same pair.
 */
const HASHES_KEPT = 16;
/** Larger ones are hashed anew, for the memory. */
const HASHED_BYTES_MAX = 16 * 1024;

/**
 * Keeps each resource and scope pair once, by the hash of its bytes, and counts the spans that
 * refer to it.
 */
export class ContextWriter {
  readonly #counters: Counters;
  readonly #find: Database.Statement<[Uint8Array], { id: number }>;
  readonly #insert: Database.Statement<
    [number, Uint8Array, number, Uint8Array, string, Uint8Array, string]
  >;
  readonly #release: Database.Statement<[number]>;
  readonly #drop: Database.Statement<[number]>;
  readonly #dropRuns: Database.Statement<[number]>;
  readonly #count: Database.Statement<[number, number]>;
  #known = new RecentMap<string, number>(CONTEXTS_KEPT);
  readonly #touched = new Map<string, Context>();
  /** The newest first. */
  #hashed: readonly HashedPair[] = [];
  /**
   * The pair that the last span came with, as objects: requests of one sender hold equal pairs that
   * are not the same.
   */
  #last: {
    readonly resource: ResourceContext;
    readonly scope: ScopeContext;
    readonly context: Context;
  } | null = null;

  constructor(db: Database.Database, counters: Counters) {
    this.#counters = counters;
    this.#find = db.prepare('SELECT id FROM contexts WHERE hash = ?');
    this.#insert = db.prepare(
      'INSERT INTO contexts (id, hash, span_count, resource_bytes, resource_schema_url, scope_bytes, scope_schema_url) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    this.#release = db.prepare('UPDATE contexts SET span_count = span_count - 1 WHERE id = ?');
    this.#drop = db.prepare('DELETE FROM contexts WHERE id = ? AND span_count <= 0');
    this.#dropRuns = db.prepare('DELETE FROM service_runs WHERE context_id = ?');
    this.#count = db.prepare('UPDATE contexts SET span_count = span_count + ? WHERE id = ?');
  }

  /** The number of the pair; counts one span for it. */
  add(resource: ResourceContext, scope: ScopeContext): number {
    if (this.#last === null || this.#last.resource !== resource || this.#last.scope !== scope) {
      this.#last = { resource, scope, context: this.#touch(resource, scope) };
    }
    const { context } = this.#last;
    context.added += 1;
    return context.id;
  }

  /**
   * One span fewer refers to the context; the last one deletes it. Not in a transaction that also
   * adds spans.
   */
  release(id: number): void {
    this.#release.run(id);
    if (this.#drop.run(id).changes === 0) return;
    this.#dropRuns.run(id);
    this.#known = new RecentMap(CONTEXTS_KEPT);
  }

  flush(): void {
    for (const [key, { id, hash, resource, scope, isNew, added }] of this.#touched) {
      if (isNew)
        this.#insert.run(
          id,
          hash,
          added,
          resource.bytes,
          resource.schemaUrl,
          scope.bytes,
          scope.schemaUrl,
        );
      else this.#count.run(added, id);
      this.#known.set(key, id);
    }
    this.#touched.clear();
    this.#last = null;
  }

  #touch(resource: ResourceContext, scope: ScopeContext): Context {
    const hash = this.#hashOf(resource, scope);
    const key = hash.toString('latin1');
    const touched = this.#touched.get(key);
    if (touched !== undefined) return touched;
    const id = this.#known.get(key) ?? this.#find.get(hash)?.id;
    const context = {
      id: id ?? this.#counters.take('context'),
      hash,
      resource,
      scope,
      isNew: id === undefined,
      added: 0,
    };
    this.#touched.set(key, context);
    return context;
  }

  #hashOf(resource: ResourceContext, scope: ScopeContext): Buffer {
    const known = this.#hashed.find((pair) => isPair(pair, resource, scope));
    if (known !== undefined) return known.hash;
    const hash = hashOf(resource, scope);
    if (resource.bytes.length + scope.bytes.length <= HASHED_BYTES_MAX)
      this.#hashed = [copyOf(resource, scope, hash), ...this.#hashed.slice(0, HASHES_KEPT - 1)];
    return hash;
  }
}

/** A pair by what its hash is made of, with that. */
interface HashedPair {
  readonly resource: Envelope;
  readonly scope: Envelope;
  readonly hash: Buffer;
}

type Envelope = Pick<ResourceContext, 'bytes' | 'schemaUrl'>;

function isPair(pair: HashedPair, resource: Envelope, scope: Envelope): boolean {
  return isEnvelope(pair.resource, resource) && isEnvelope(pair.scope, scope);
}

function isEnvelope(one: Envelope, other: Envelope): boolean {
  return one.schemaUrl === other.schemaUrl && Buffer.compare(one.bytes, other.bytes) === 0;
}

/** The bytes lie in a request, whose memory is used again. */
function copyOf(resource: Envelope, scope: Envelope, hash: Buffer): HashedPair {
  const copied = ({ bytes, schemaUrl }: Envelope): Envelope => ({
    bytes: bytes.slice(),
    schemaUrl,
  });
  return { resource: copied(resource), scope: copied(scope), hash };
}

function hashOf(resource: ResourceContext, scope: ScopeContext): Buffer {
  const hash = createHash('sha256');
  for (const part of [
    resource.bytes,
    Buffer.from(resource.schemaUrl),
    scope.bytes,
    Buffer.from(scope.schemaUrl),
  ]) {
    hash.update(`${part.length}:`).update(part);
  }
  return hash.digest().subarray(0, 16);
}
