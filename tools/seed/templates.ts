import type { Random } from '../otlp/random.ts';

/** What stands in the places of a template, by the name of the place. */
export type Values = Readonly<Record<string, string>>;

const compiled = new Map<string, readonly string[]>();

/**
 * `{name}` becomes the value of that name. A name without a value is an error: it would reach a
 * reader.
 */
export function fill(template: string, values: Values): string {
  let parts = compiled.get(template);
  if (parts === undefined) {
    // Every second part is a name.
    parts = template.split(/\{(\w+)\}/);
    compiled.set(template, parts);
  }
  let text = parts[0] ?? '';
  for (let at = 1; at < parts.length; at += 2) {
    const value = values[parts[at] ?? ''];
    if (value === undefined)
      throw new Error(`The template '${template}' needs a value for {${parts[at]}}.`);
    text += value + (parts[at + 1] ?? '');
  }
  return text;
}

/** One of several templates, filled in. */
export function fillOne(templates: readonly string[], values: Values, random: Random): string {
  return fill(random.pick(templates), values);
}
