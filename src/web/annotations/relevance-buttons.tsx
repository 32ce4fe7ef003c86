import { use, useEffect, useRef } from 'react';
import { Kbd } from '#web/ui/button.tsx';
import { AnnotationScope } from './annotation-scope.ts';
import { ChipRow } from './chip-row.tsx';
import type { Relevance } from './use-relevance.ts';

const CHOICES = [
  { relevant: true, word: 'Relevant', key: 'R', on: 'tone-ok border-bar bg-tint text-tone' },
  {
    relevant: false,
    word: 'Not relevant',
    key: 'I',
    on: 'tone-error border-bar bg-tint text-tone',
  },
] as const;

/** Whether one document is relevant, and its other annotations. */
export function RelevanceButtons({
  relevance,
  position,
}: {
  relevance: Relevance;
  position: number;
}) {
  const scope = use(AnnotationScope);
  const isCurrent = relevance.current === position;
  const now = relevance.relevant(position);
  const box = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // Where the keys went, the reader looks; but opening a span scrolls nothing.
    if (isCurrent && !isFirst.current)
      box.current?.closest('li')?.scrollIntoView({ block: 'nearest' });
    isFirst.current = false;
  }, [isCurrent]);
  return (
    <div
      ref={box}
      role="group"
      aria-label={`Relevance of document ${position + 1}`}
      className="flex flex-wrap items-center gap-6 pt-6"
    >
      {CHOICES.map(({ relevant, word, key, on }) => (
        <button
          key={key}
          type="button"
          aria-pressed={now === relevant}
          onFocus={() => relevance.setCurrent(position)}
          onClick={() => relevance.set(position, relevant)}
          className={`inline-flex h-24 items-center gap-6 rounded-control border px-8 text-12 max-md:h-44 ${now === relevant ? on : 'border-line2 text-text2 hover:bg-bg2 hover:text-text1'}`}
        >
          {isCurrent && <Kbd>{key}</Kbd>}
          {word}
        </button>
      ))}
      {scope !== null && (
        <ChipRow target="document" summaries={relevance.others(position)} configs={scope.configs} />
      )}
    </div>
  );
}
