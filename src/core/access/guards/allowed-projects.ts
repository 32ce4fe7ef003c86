import { AppError } from '#contracts/wire/errors.ts';
import type { OwnedKind, RowOwners } from '#core/ports/row-owners.ts';

/** No project has this number, and a store answers about it as about any that does not exist. */
const NO_PROJECT = -1;

/**
 * The only projects a caller may see. The guards over the store's ports let nothing through but
 * what belongs to them, and answer about all else in the words of what does not exist.
 */
export class AllowedProjects {
  readonly ids: readonly number[];
  readonly #set: ReadonlySet<number>;
  readonly #owners: RowOwners;

  constructor(ids: readonly number[], owners: RowOwners) {
    this.ids = ids;
    this.#set = new Set(ids);
    this.#owners = owners;
  }

  has(projectId: number): boolean {
    return this.#set.has(projectId);
  }

  /** The project when it may be seen, else one that does not exist. */
  orNone(projectId: number): number {
    return this.#set.has(projectId) ? projectId : NO_PROJECT;
  }

  /** A query of one project, or of one that does not exist. */
  within<Q extends { readonly projectId: number }>(query: Q): Q {
    return this.#set.has(query.projectId) ? query : { ...query, projectId: NO_PROJECT };
  }

  only<Row extends { readonly projectId: number }>(rows: readonly Row[]): readonly Row[] {
    return rows.filter((row) => this.#set.has(row.projectId));
  }

  /** Those of the row numbers that may be seen, in their order. */
  async numbers(kind: OwnedKind, numbers: readonly number[]): Promise<readonly number[]> {
    const owners = await this.#owners.projectsOf(kind, numbers);
    return numbers.filter((number) => this.#set.has(owners.get(number) ?? NO_PROJECT));
  }

  async hasNumber(kind: OwnedKind, number: number): Promise<boolean> {
    return (await this.numbers(kind, [number])).length > 0;
  }

  /** For what belongs to no project. Routes refuse it before; this is the second lock. */
  refuse(what: string): AppError {
    return new AppError('forbidden', `An API key that is limited to projects cannot ${what}.`);
  }
}
