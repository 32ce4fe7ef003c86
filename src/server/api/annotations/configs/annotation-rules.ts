import type { AnnotationRule } from '#core/ports/annotation-store.ts';
import { assignedConfigs } from '#server/stores/meta/annotation-configs/assignments.queries.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { rulesOf } from './annotation-config-codec.ts';

/** Names that are remembered, with or without rules; then all are forgotten and asked for again. */
const NAMES_MAX = 1_000;
const NAMES_PER_QUERY = 500;

/**
 * The annotation rules of projects, from their annotation configs; cached by name until a config
 * changes.
 */
export class AnnotationRules {
  readonly #db: MetaDb;
  #known = new Map<string, readonly AnnotationRule[]>();

  constructor(db: MetaDb) {
    this.#db = db;
  }

  /**
   * The rules of every project for these names, to be handed to the store with annotations of these
   * names.
   */
  async rulesFor(names: Iterable<string>): Promise<readonly AnnotationRule[]> {
    const asked = new Set(names);
    // A result read before a change must not be cached after it: a change replaces this map.
    const known = this.#known;
    const rules: AnnotationRule[] = [];
    const unknown: string[] = [];
    for (const name of asked) {
      const found = known.get(name);
      if (found === undefined) unknown.push(name);
      else rules.push(...found);
    }
    if (known.size + unknown.length > NAMES_MAX) known.clear();
    for (let from = 0; from < unknown.length; from += NAMES_PER_QUERY)
      rules.push(...(await this.#read(unknown.slice(from, from + NAMES_PER_QUERY), known)));
    return rules;
  }

  /** Call after each change of a config or of who has it. */
  changed(): void {
    this.#known = new Map();
  }

  async #read(
    names: readonly string[],
    known: Map<string, readonly AnnotationRule[]>,
  ): Promise<readonly AnnotationRule[]> {
    const configs = new Map(
      (await assignedConfigs(this.#db, names)).map((config) => [config.name, config]),
    );
    return names.flatMap((name) => {
      const config = configs.get(name);
      const rules = config === undefined ? [] : rulesOf(config);
      if (known.size < NAMES_MAX) known.set(name, rules);
      return rules;
    });
  }
}
