import type { AnnotatorKind } from '#contracts/annotations/annotation-kind.ts';

/** How each kind of annotator is drawn and called: by a word, a tone and a line. */
export const ANNOTATORS: Readonly<
  Record<AnnotatorKind, { readonly word: string; readonly tone: string; readonly dashed: boolean }>
> = {
  HUMAN: { word: 'Human', tone: 'tone-agent', dashed: false },
  LLM: { word: 'LLM', tone: 'tone-llm', dashed: false },
  CODE: { word: 'Code', tone: 'tone-tool', dashed: true },
};

/** A short line as in the chart, before its word. */
export function AnnotatorMark({ kind }: { kind: AnnotatorKind }) {
  const { tone, dashed } = ANNOTATORS[kind];
  return (
    <svg width={14} height={8} aria-hidden="true" className={`${tone} shrink-0`}>
      <path
        d="M1 4h12"
        stroke="var(--tone-bar)"
        strokeWidth={2.5}
        strokeLinecap="round"
        {...(dashed ? { strokeDasharray: '3 4' } : {})}
      />
    </svg>
  );
}
