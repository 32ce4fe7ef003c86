import type { Random } from '../tools/otlp/random.ts';

type Json = Readonly<Record<string, unknown>>;

/** Of values, how many are not asked for. */
const WRONG_SHARE = 0.08;
const OPTIONAL_SHARE = 0.4;
const ITEMS_MAX = 3;
const DEPTH_MAX = 8;
const WRONG: readonly unknown[] = [
  null,
  '',
  ' ',
  'x'.repeat(20_000),
  '__proto__',
  'a\u0000b',
  '\ud800',
  '‮‭💥',
  "'; DROP TABLE spans; --",
  '../../etc/passwd',
  -1,
  0,
  0.5,
  2 ** 53,
  -(2 ** 63),
  1e308,
  true,
  [],
  [[[[[[]]]]]],
  {},
  { constructor: { prototype: { polluted: true } } },
  '9999-12-31T23:59:59.999999999Z',
  'MTIzNDU2',
];
const TEXTS = [
  'default',
  'good',
  'a',
  'correctness',
  "span_kind == 'LLM'",
  '2026-11-22T10:00:00Z',
  'RGF0YXNldDox',
  '0'.repeat(31) + '1',
];

/**
 * Makes values after JSON schemas, most of them as the schema has them and some that are wrong in
 * one place or other. Names that replies brought come back in requests.
 */
export class SchemaSampler {
  readonly #random: Random;
  readonly #document: Json;
  readonly #seen: string[] = [];

  constructor(random: Random, document: object) {
    this.#random = random;
    this.#document = { ...document };
  }

  /** Remembers texts of a reply that look like names of things. */
  learn(value: unknown, depth = 0): void {
    if (typeof value === 'string') {
      if (value.length === 0 || value.length > 64) return;
      if (this.#seen.length < 2_000) this.#seen.push(value);
      else this.#seen[this.#random.between(0, 1_999)] = value;
    } else if (typeof value === 'object' && value !== null && depth < DEPTH_MAX) {
      for (const one of Object.values(value).slice(0, 20)) this.learn(one, depth + 1);
    }
  }

  /** A name of something, perhaps of something else. */
  name(): string {
    return this.#random.chance(0.7) && this.#seen.length > 0
      ? this.#random.pick(this.#seen)
      : String(this.#random.pick([...TEXTS, ...WRONG]));
  }

  value(schema: unknown, depth = 0): unknown {
    if (this.#random.chance(WRONG_SHARE)) return this.#random.pick(WRONG);
    const known = this.#resolve(schema);
    const choices = known['anyOf'] ?? known['oneOf'] ?? known['enum'];
    if (Array.isArray(choices) && choices.length > 0) {
      const choice: unknown = this.#random.pick(choices);
      return known['enum'] === undefined ? this.value(choice, depth + 1) : choice;
    }
    if (known['const'] !== undefined) return known['const'];
    if (Array.isArray(known['allOf']))
      return Object.assign({}, ...known['allOf'].map((part) => this.value(part, depth + 1)));
    const examples = [
      ...(Array.isArray(known['examples']) ? known['examples'] : []),
      ...(known['default'] === undefined ? [] : [known['default']]),
    ];
    if (examples.length > 0 && this.#random.chance(0.4)) return this.#random.pick(examples);
    return this.#ofType(known, depth);
  }

  #ofType(schema: Json, depth: number): unknown {
    const type: unknown = Array.isArray(schema['type'])
      ? this.#random.pick(schema['type'])
      : schema['type'];
    if (type === 'string') return this.name();
    if (type === 'integer' || type === 'number') return this.#number(schema, type === 'integer');
    if (type === 'boolean') return this.#random.chance(0.5);
    if (type === 'null') return null;
    if (depth > DEPTH_MAX) return this.#random.pick(WRONG);
    if (type === 'array')
      return Array.from({ length: this.#random.between(0, ITEMS_MAX) }, () =>
        this.value(schema['items'], depth + 1),
      );
    if (type === 'object' || schema['properties'] !== undefined) return this.#object(schema, depth);
    return this.#random.pick([...TEXTS, ...WRONG]);
  }

  #number(schema: Json, isWhole: boolean): number {
    const [least, most] = [Number(schema['minimum'] ?? 0), Number(schema['maximum'] ?? 100)];
    const edge = this.#random.pick([least, most, least - 1, most + 1, least + 1]);
    return this.#random.chance(0.5)
      ? edge
      : least + this.#random.between(0, 19) + (isWhole ? 0 : 0.25);
  }

  #object(schema: Json, depth: number): Json {
    const made: Record<string, unknown> = {};
    const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
    for (const [name, property] of Object.entries(object(schema['properties'])))
      if (this.#random.chance(required.has(name) ? 0.97 : OPTIONAL_SHARE))
        made[name] = this.value(property, depth + 1);
    if (schema['additionalProperties'] !== false || this.#random.chance(0.05))
      made[this.name()] = this.value({}, depth + 1);
    return made;
  }

  #resolve(schema: unknown): Json {
    const known = object(schema);
    if (typeof known['$ref'] !== 'string') return known;
    return object(
      known['$ref']
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => object(at)[key], this.#document),
    );
  }
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
