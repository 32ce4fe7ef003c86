import { setMissing, type FlatAttributes } from './flat-attributes.ts';
import { mapSides, parsed } from './input-output.ts';
import { requestParameters } from './provider-bodies.ts';

const INPUTS = 'mlflow.spanInputs';
const OUTPUTS = 'mlflow.spanOutputs';

/**
 * Adds what MLflow says of a span, all of it as JSON text. Source: `mlflow/tracing/constant.py`,
 * `SpanAttributeKey`.
 */
export function mapMlflow(attributes: FlatAttributes): void {
  if (!attributes.has('mlflow.spanType') && !attributes.has(INPUTS) && !attributes.has(OUTPUTS))
    return;
  const inputs = parsed(attributes.get(INPUTS));
  if (attributes.get('openinference.span.kind') === 'LLM')
    setMissing(attributes, 'llm.invocation_parameters', requestParameters(inputs));
  mapSides(attributes, inputs, parsed(attributes.get(OUTPUTS)));
}
