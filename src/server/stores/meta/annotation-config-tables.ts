import type { Generated, Selectable } from 'kysely';

/** The tables of annotation configs, as queries see them. */
export interface AnnotationConfigTables {
  annotation_configs: AnnotationConfigsTable;
  project_annotation_configs: ProjectAnnotationConfigsTable;
}

interface AnnotationConfigsTable {
  id: Generated<number>;
  /** Unique. */
  name: string;
  type: 'CATEGORICAL' | 'CONTINUOUS' | 'FREEFORM';
  description: string | null;
  /** JSON of what belongs to the type: direction, labels, bounds, threshold. */
  settings: string;
  created_at_ms: number;
  updated_at_ms: number;
}
export type AnnotationConfigRecord = Selectable<AnnotationConfigsTable>;

interface ProjectAnnotationConfigsTable {
  project_id: number;
  config_id: number;
}
