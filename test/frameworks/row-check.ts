import { FACTS } from './facts.ts';
import type { ReadSpan } from './read-spans.ts';
import { TABLE } from './table.ts';

/**
 * What a library's spans say otherwise than its row of the table; empty when all is as it should
 * be.
 */
export function rowBreaches(library: string, spans: readonly ReadSpan[]): readonly string[] {
  const modes = TABLE[library] ?? {};
  const sent = [...new Set(spans.map(({ mode }) => mode))];
  const unknown = sent.filter((mode) => !(mode in modes)).map((mode) => `${mode}: no row`);
  const breaches = Object.entries(modes).flatMap(([mode, row]) => {
    const own = spans.filter((span) => span.mode === mode);
    if (own.length === 0) return [`${mode}: sends nothing`];
    return Object.entries(FACTS).flatMap(([fact, isRead]) => {
      const reason: unknown = Reflect.get(row, fact);
      if (isRead(own) === (reason === undefined)) return [];
      return [
        reason === undefined
          ? `${mode}: not read: ${fact}`
          : `${mode}: read, so the reason has to go: ${fact} (${String(reason)})`,
      ];
    });
  });
  return [...unknown, ...breaches];
}
