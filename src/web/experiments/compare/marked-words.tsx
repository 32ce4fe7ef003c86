import { useMemo } from 'react';
import { diffOf } from '#web/ui/value/text-diff.ts';

/** A short text with the words marked that another one does not have. */
export function MarkedWords({ base, text }: { base: string; text: string }) {
  const parts = useMemo(() => diffOf(base, text).parts ?? [{ text, change: null }], [base, text]);
  return parts
    .filter(({ change }) => change !== 'removed')
    .map((part, index) =>
      part.change === null ? (
        part.text
      ) : (
        <mark key={index} className="tone-warn rounded-chip bg-tint text-text1 underline decoration-dotted underline-offset-2">
          {part.text}
        </mark>
      ),
    );
}
