import { asString, asText, prop, type Json, type JsonObject } from '#web/platform/text/json.ts';

/** An evaluator's result; null if the sender sent none. */
export interface EvaluationResult {
  readonly name: string | null;
  readonly label: string | null;
  /** As it was sent: a number, or a text that says one. */
  readonly score: string | null;
  readonly explanation: string | null;
  /** Why there is no result. */
  readonly error: string | null;
}

interface NamedEvent {
  readonly name: string;
  readonly attributes: JsonObject;
}

const PREFIX = 'gen_ai.evaluation';
const EVENT = 'gen_ai.evaluation.result';

/**
 * Results of evaluations as OpenTelemetry's GenAI conventions have them: events
 * `gen_ai.evaluation.result`, or the same attributes on the span itself, which is how senders
 * without events write them. `attributes` are flat, by their whole keys.
 */
export function evaluationResultsOf(
  attributes: JsonObject,
  events: readonly NamedEvent[],
): readonly EvaluationResult[] {
  return [
    attributes,
    ...events.filter((one) => one.name === EVENT).map((one) => one.attributes),
  ].flatMap(resultIn);
}

function resultIn(attributes: JsonObject): readonly EvaluationResult[] {
  const value = (key: string): Json | undefined => prop(attributes, `${PREFIX}.${key}`);
  const found = {
    name: asString(value('name')),
    label: asString(value('score.label')),
    score: asText(value('score.value')),
    explanation: asString(value('explanation')),
  };
  const hasAny = Object.values(found).some((one) => one !== null);
  return hasAny ? [{ ...found, error: asString(prop(attributes, 'error.type')) }] : [];
}
