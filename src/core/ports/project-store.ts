import type { ProjectChanges, ProjectPurpose, ProjectRow } from './span-rows.ts';
import type { Page, RowRef, TimeWindow } from './span-store.ts';

export type ProjectRef = RowRef<'name'>;

/** Projects, and how much they hold. */
export interface ProjectReader {
  /** By id or name. The name that an experiment's project had first leads to it too. */
  findProject(ref: ProjectRef): Promise<ProjectRow | null>;
  /**
   * By id, newest first; only those in `ids` when given, and without those for a purpose when
   * `isListed`. `nameContains` compares without case.
   */
  projects(query: {
    readonly limit: number;
    readonly beforeOrAtId?: number;
    readonly nameContains?: string;
    readonly ids?: readonly number[];
    readonly isListed?: boolean;
  }): Promise<Page<ProjectRow>>;
  /**
   * From the project's first span to just after its last (after deletes possibly wider); null
   * without spans.
   */
  extent(projectId: number): Promise<Required<TimeWindow> | null>;
  /** How many traces of the project start in the window; 0 for an unknown project. */
  countTraces(projectId: number, window: TimeWindow): Promise<number>;
  /**
   * The size of the project's raw span data in bytes, before compression; deleted spans don't
   * count. 0 for an unknown project.
   */
  spanBytes(projectId: number): Promise<number>;
  /** The part of them that is one trace's; 0 when the project has no such trace. */
  traceBytes(projectId: number, traceNumber: number): Promise<number>;
}

export interface ProjectWriter {
  /**
   * Rejects with `conflict` when the name is taken. A project of an experiment stays findable by
   * this name after it is renamed.
   */
  createProject(
    name: string,
    description: string | null,
    purpose?: ProjectPurpose | null,
  ): Promise<ProjectRow>;
  /**
   * Absent fields stay unchanged; null if the project doesn't exist. Rejects with `conflict` when
   * the new name is taken.
   */
  updateProject(id: number, changes: ProjectChanges): Promise<ProjectRow | null>;
  /**
   * Moves whole traces; null when the destination does not exist. All traces must be of one
   * project, else `unprocessable`.
   */
  transferTraces(numbers: readonly number[], destinationProjectId: number): Promise<number | null>;
}
