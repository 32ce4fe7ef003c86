import type Database from 'better-sqlite3';
import { invariant } from '#contracts/wire/errors.ts';
import { RecentMap } from '#server/stores/spans/sqlite/both/recent-map.ts';

/** Names of annotations as numbers, so that every index over them is narrow. A name goes with the last annotation that bears it. */
export class AnnotationNames {
  readonly #find: Database.Statement<[string], number>;
  readonly #insert: Database.Statement<[string]>;
  readonly #count: Database.Statement<[number, number], { readonly name: string; readonly uses: number }>;
  readonly #drop: Database.Statement<[number]>;
  readonly #recent = new RecentMap<string, number>(1_024);
  readonly #uses = new Map<number, number>();

  constructor(db: Database.Database) {
    this.#find = db.prepare<[string], number>('SELECT id FROM annotation_names WHERE name = ?').pluck(true);
    this.#insert = db.prepare('INSERT INTO annotation_names (name, uses) VALUES (?, 0)');
    this.#count = db.prepare('UPDATE annotation_names SET uses = uses + ? WHERE id = ? RETURNING name, uses');
    this.#drop = db.prepare('DELETE FROM annotation_names WHERE id = ?');
  }

  /** The name's number; a new name gets one, and must be used in the same transaction. */
  idOf(name: string): number {
    const known = this.#recent.get(name) ?? this.#find.get(name);
    const id = known ?? Number(this.#insert.run(name).lastInsertRowid);
    this.#recent.set(name, id);
    return id;
  }

  /** Counts annotations that got the name, or (negative) lost it. */
  use(id: number, by: number): void {
    this.#uses.set(id, (this.#uses.get(id) ?? 0) + by);
  }

  flush(): void {
    for (const [id, by] of this.#uses) {
      const row = this.#count.get(by, id);
      invariant(row !== undefined && row.uses >= 0, 'a name outlives the annotations that bear it');
      if (row.uses > 0) continue;
      this.#drop.run(id);
      this.#recent.delete(row.name);
    }
    this.#uses.clear();
  }
}
