import type { AnnotatorKind } from '#contracts/annotation-kind.ts';

/** How each kind of annotator is drawn and called: by a word, a tone and a line. */
export const JUDGES: Readonly<Record<AnnotatorKind, { readonly word: string; readonly tone: string; readonly dashed: boolean }>> = {
  HUMAN: { word: 'People', tone: 'tone-agent', dashed: false },
  LLM: { word: 'Models', tone: 'tone-llm', dashed: false },
  CODE: { word: 'Code', tone: 'tone-tool', dashed: true },
};

/** A short line as in the chart, before its word. */
export function JudgeMark({ kind }: { kind: AnnotatorKind }) {
  const { tone, dashed } = JUDGES[kind];
  return (
    <svg width={14} height={8} aria-hidden="true" className={`${tone} shrink-0`}>
      <path d="M1 4h12" stroke="var(--tone-bar)" strokeWidth={2.5} strokeLinecap="round" {...(dashed ? { strokeDasharray: '3 4' } : {})} />
    </svg>
  );
}
