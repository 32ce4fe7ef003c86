import type {
  AnnotationConfig,
  AnnotationConfigBody,
} from '#contracts/annotations/annotation-config.ts';
import { encodeGlobalId, type GlobalIdType } from '#contracts/wire/ids.ts';
import type { AnnotationRule } from '#core/ports/annotation-store.ts';
import type { AnnotationConfigRecord } from '#server/stores/meta/annotation-config-tables.ts';
import type { AssignedConfig } from '#server/stores/meta/annotation-configs/assignments.queries.ts';
import type { AnnotationConfigFields } from '#server/stores/meta/annotation-configs/configs.queries.ts';

/**
 * The type of a config's Global ID, by the config's type. The number alone tells which config it
 * is.
 */
export const CONFIG_ID_TYPES = {
  CATEGORICAL: 'CategoricalAnnotationConfig',
  CONTINUOUS: 'ContinuousAnnotationConfig',
  FREEFORM: 'FreeformAnnotationConfig',
} as const satisfies Record<AnnotationConfigBody['type'], GlobalIdType>;

/** A config as replies show it. */
export function configReply({
  id,
  name,
  type,
  description,
  settings,
}: AnnotationConfigRecord): AnnotationConfig {
  // as: the settings were written by `configFields`, for this type.
  return {
    id: encodeGlobalId(CONFIG_ID_TYPES[type], id),
    type,
    name,
    description,
    ...JSON.parse(settings),
  } as AnnotationConfig;
}

/** A config as it is stored; keys that no config has are left out. */
export function configFields(body: AnnotationConfigBody): AnnotationConfigFields {
  const { name, type, description } = body;
  return {
    name,
    type,
    description: description ?? null,
    settings: JSON.stringify(settingsOf(body)),
  };
}

/**
 * A config's rules for annotations of its name, in each project that has it; none when any value is
 * valid.
 */
export function rulesOf({
  name,
  type,
  settings,
  projectIds,
}: AssignedConfig): readonly AnnotationRule[] {
  // as: the settings were written by `configFields`.
  const { values, lower_bound, upper_bound } = JSON.parse(settings) as {
    readonly values?: readonly { readonly label: string }[];
    readonly lower_bound?: number | null;
    readonly upper_bound?: number | null;
  };
  const labels = type === 'CATEGORICAL' ? (values ?? []).map(({ label }) => label) : null;
  const [scoreMin, scoreMax] = [lower_bound ?? null, upper_bound ?? null];
  if (labels === null && scoreMin === null && scoreMax === null) return [];
  return projectIds.map((projectId) => ({ projectId, name, labels, scoreMin, scoreMax }));
}

function settingsOf(body: AnnotationConfigBody): object {
  if (body.type === 'CATEGORICAL') {
    const values = body.values.map(({ label, score }) => ({ label, score: score ?? null }));
    return { optimization_direction: body.optimization_direction, values };
  }
  const bounds = { lower_bound: body.lower_bound ?? null, upper_bound: body.upper_bound ?? null };
  if (body.type === 'CONTINUOUS')
    return { optimization_direction: body.optimization_direction, ...bounds };
  return {
    optimization_direction: body.optimization_direction ?? null,
    threshold: body.threshold ?? null,
    ...bounds,
  };
}
