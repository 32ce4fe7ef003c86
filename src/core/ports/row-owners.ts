export type OwnedKind = 'span' | 'trace' | 'session' | 'annotation';

/** Which project each row belongs to: for callers who may see only some. */
export interface RowOwners {
  /**
   * By row number; numbers that do not exist are left out. Annotations that were deleted belong to
   * the project of their target, while that is there.
   */
  projectsOf(kind: OwnedKind, numbers: readonly number[]): Promise<ReadonlyMap<number, number>>;
}
