import { parseJsonStructure } from './json-text.ts';
import { isJsonObject } from './plain-object.ts';

const MODEL_KEYS = ['model', 'model_name', 'model_id', 'modelId'];

/** The name Micrometer, and so Spring AI, gives the model of a missing reply. */
export const NO_MODEL = 'none';

/** The model among the parameters of a call, as JSON text; null where none is named. */
export function requestedModel(parameters: string | null): string | null {
  const parsed = parameters === null ? undefined : parseJsonStructure(parameters);
  if (!isJsonObject(parsed)) return null;
  const model = MODEL_KEYS.map((key) => parsed[key]).find((each) => typeof each === 'string');
  return typeof model === 'string' ? model : null;
}
