import { asString, asText, at, isObject, unwrapJson, type Json } from '#web/platform/text/json.ts';

export interface PromptTemplate {
  readonly template: string;
  readonly version: string | null;
  readonly variables: readonly (readonly [name: string, value: string])[];
  /** The template with its variables in their places. */
  readonly filled: string;
}

/**
 * The template a span's prompt was made from; null without one. Places are written `{name}`,
 * `{{name}}` or `{{ name }}`.
 */
export function promptTemplateOf(attributes: Json): PromptTemplate | null {
  const sent = at(attributes, 'llm', 'prompt_template') ?? at(attributes, 'prompt_template');
  const template = asString(at(sent, 'template'));
  if (template === null) return null;
  const values = unwrapJson(at(sent, 'variables'));
  const variables = isObject(values)
    ? Object.keys(values).map((name) => [name, asText(values[name]) ?? ''] as const)
    : [];
  const byName = new Map(variables);
  const filled = template.replaceAll(
    /\{\{\s*([\w.-]+)\s*\}\}|\{([\w.-]+)\}/g,
    (place, double: string | undefined, single: string | undefined) => {
      return byName.get(double ?? single ?? '') ?? place;
    },
  );
  return { template, version: asString(at(sent, 'version')), variables, filled };
}
