import type { DiffPart, TextDiff } from './text-diff.ts';

const OTHER = { added: 'removed', removed: 'added' } as const;

/**
 * The differences between two texts, after swapping them. Removed parts still precede the added
 * ones.
 */
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
