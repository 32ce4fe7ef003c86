import type { SpanCost } from '#contracts/prices/model-price.ts';

type CostPart = SpanCost['lines'][number]['part'];

/** How people call the parts of a cost. */
export const PART_LABELS: Readonly<Record<CostPart, string>> = {
  input: 'input',
  cache_read: 'read from a cache',
  cache_write: 'written to a cache',
  audio_input: 'audio input',
  image_input: 'image input',
  output: 'output',
  reasoning: 'reasoning',
  audio_output: 'audio output',
  image_output: 'image output',
  per_call: 'each call',
};

const OF_INPUT: ReadonlySet<CostPart> = new Set([
  'cache_read',
  'cache_write',
  'audio_input',
  'image_input',
]);
const OF_OUTPUT: ReadonlySet<CostPart> = new Set(['reasoning', 'audio_output', 'image_output']);

/** A line's subject: the rest of the input or output if parts of it have their own lines. */
export function lineLabel(part: CostPart, lines: SpanCost['lines']): string {
  const has = (parts: ReadonlySet<CostPart>): boolean => lines.some((line) => parts.has(line.part));
  const rest = (part === 'input' && has(OF_INPUT)) || (part === 'output' && has(OF_OUTPUT));
  return rest ? `other ${PART_LABELS[part]}` : PART_LABELS[part];
}

/** Whether two amounts are the same but for what binary fractions lose. */
export function isSameCost(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}
