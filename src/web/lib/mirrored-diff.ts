import type { DiffPart, TextDiff } from './text-diff.ts';

const OTHER = { added: 'removed', removed: 'added' } as const;

/** What differs between two texts, with the texts exchanged. What went still stands before what came in its place. */
export function mirroredDiff({ parts, comparedChars }: TextDiff): TextDiff {
  if (parts === null) return { parts, comparedChars };
  const mirrored: DiffPart[] = [];
  for (const { text, change } of parts) {
    const part = { text, change: change === null ? null : OTHER[change] };
    const isAfterCame = part.change === 'removed' && mirrored.at(-1)?.change === 'added';
    mirrored.splice(isAfterCame ? -1 : mirrored.length, 0, part);
  }
  return { parts: mirrored, comparedChars };
}
