import { nearestName } from './nearest-name.ts';
import { ALSO_CALLED } from './of-spans.ts';
import { outerPaths } from './outer-paths.ts';
import { parseFilter } from './parser.ts';
import { knownNames } from './resolve-path.ts';
import { spanShape } from './span-shape.ts';

/** A name that reads an attribute, and the span field that the user may have meant. */
interface Slip {
  readonly name: string;
  readonly meant: string;
}

/**
 * Bare names of a span filter that are a slip of the pen away from a field. Filters take such names
 * for attributes, as clients rely on, and so match nothing; the author can be warned. Throws
 * `unprocessable` for what does not parse.
 */
export function likelySlips(text: string): readonly Slip[] {
  if (text.trim() === '') return [];
  const known = knownNames(spanShape);
  const slips = new Map<string, string>();
  for (const { root, steps } of outerPaths(parseFilter(text))) {
    const name = [root, ...steps.map((step) => (step.step === 'dot' ? step.name : ''))].join('.');
    if (known.includes(name) || known.includes(root) || steps.some(({ step }) => step === 'keys'))
      continue;
    const meant = ALSO_CALLED.get(name) ?? nearestName(name, known);
    if (meant !== null) slips.set(name, meant);
  }
  return [...slips].map(([name, meant]) => ({ name, meant }));
}
