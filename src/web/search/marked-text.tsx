import type { SpanSnippet } from '#contracts/search/span-search.ts';

/** A snippet with what was searched for marked. */
export function MarkedText({ text, marks }: Pick<SpanSnippet, 'text' | 'marks'>) {
  return (
    <>
      {marks.flatMap(({ start, end }, i) => [
        text.slice(marks[i - 1]?.end ?? 0, start),
        <mark key={start} className="rounded-[2px] bg-found text-text1">
          {text.slice(start, end)}
        </mark>,
      ])}
      {text.slice(marks.at(-1)?.end ?? 0)}
    </>
  );
}
