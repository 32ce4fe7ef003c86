import { Suspense } from 'react';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';

/** Longer texts stay plain: laying them out would hold the page up. */
export const MARKDOWN_CHARS_MAX = 200_000;

const MarkdownView = lazyPart(async () => ({
  default: (await import('./markdown-view.tsx')).MarkdownView,
}));

/**
 * A text as Markdown once the parser is loaded; plain until then, and when it is too long to lay
 * out at once.
 */
export function LazyMarkdown({ text }: { text: string }) {
  const plain = <div className="verbatim text-14">{text}</div>;
  if (text.length > MARKDOWN_CHARS_MAX) return plain;
  return (
    <Suspense fallback={plain}>
      <MarkdownView text={text} />
    </Suspense>
  );
}
