import { SPAN_KINDS, type SpanKind } from '#contracts/spans/span-kind.ts';
import { Icon, type IconName } from './icon.tsx';

interface KindLook {
  readonly label: string;
  readonly tone: string;
  readonly icon: IconName;
}

const LOOKS: Readonly<Record<SpanKind, KindLook>> = {
  UNKNOWN: { label: 'Span', tone: 'tone-unknown', icon: 'unknown' },
  AGENT: { label: 'Agent', tone: 'tone-agent', icon: 'agent' },
  CHAIN: { label: 'Chain', tone: 'tone-chain', icon: 'chain' },
  DECISION: { label: 'Decision', tone: 'tone-decision', icon: 'decision' },
  EMBEDDING: { label: 'Embedding', tone: 'tone-embedding', icon: 'embedding' },
  EVALUATOR: { label: 'Evaluator', tone: 'tone-evaluator', icon: 'evaluator' },
  GUARDRAIL: { label: 'Guardrail', tone: 'tone-guardrail', icon: 'guardrail' },
  LLM: { label: 'LLM', tone: 'tone-llm', icon: 'llm' },
  PROMPT: { label: 'Prompt', tone: 'tone-prompt', icon: 'prompt' },
  RERANKER: { label: 'Reranker', tone: 'tone-reranker', icon: 'reranker' },
  RETRIEVER: { label: 'Retriever', tone: 'tone-retriever', icon: 'retriever' },
  TOOL: { label: 'Tool', tone: 'tone-tool', icon: 'tool' },
};

/** How a kind looks; what senders made up looks unknown. */
export function lookOfKind(kind: string | null | undefined): KindLook {
  const known = SPAN_KINDS.find((one) => one === kind?.toUpperCase());
  return LOOKS[known ?? 'UNKNOWN'];
}

export function lookOfKindIndex(index: number): KindLook {
  return LOOKS[SPAN_KINDS[index] ?? 'UNKNOWN'];
}

/** The kind's icon in its tinted square; the word is its title. */
export function KindMark({ look }: { look: KindLook }) {
  return (
    <span
      className={`${look.tone} inline-grid size-18 shrink-0 place-items-center rounded-chip bg-tint text-tone`}
      title={look.label}
    >
      <Icon name={look.icon} size={13} />
    </span>
  );
}
