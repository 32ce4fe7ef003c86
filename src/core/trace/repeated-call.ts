import type { SpanKind } from '#contracts/spans/span-kind.ts';
import { isCalled } from '#core/cost/token-price.ts';

/**
 * The usage of a span that totals exclude because its parent reports the same model call: nothing,
 * its tokens (its parent has no cost, so the cost still counts), or its tokens and its cost.
 * Numbers, as rows store them.
 */
export const REPEAT = { none: 0, tokens: 1, all: 2 } as const;
export type Repeat = (typeof REPEAT)[keyof typeof REPEAT];

/** The fields that decide whether a span repeats its parent. */
export interface CallFacts {
  readonly kind: SpanKind;
  readonly modelName: string | null;
  readonly prompt: number | null;
  readonly completion: number | null;
  readonly costUsd: number | null;
}

/** Whether a span can be a call that is reported twice: it is a model's, and has tokens. */
export function isCountedCall({
  kind,
  prompt,
  completion,
}: Pick<CallFacts, 'kind' | 'prompt' | 'completion'>): boolean {
  return isCalled(kind) && (prompt ?? 0) + (completion ?? 0) > 0;
}

/** How a span repeats its direct parent. */
export function repeatOf(call: CallFacts, parent: CallFacts): Repeat {
  if (call.kind !== parent.kind || !isCountedCall(call)) return REPEAT.none;
  if (
    (call.prompt ?? 0) !== (parent.prompt ?? 0) ||
    (call.completion ?? 0) !== (parent.completion ?? 0)
  )
    return REPEAT.none;
  if (!isOneModel(call.modelName, parent.modelName)) return REPEAT.none;
  return parent.costUsd === null && call.costUsd !== null ? REPEAT.tokens : REPEAT.all;
}

/**
 * A span's contribution to totals: tokens of LLM spans, and costs of these and embeddings, unless a
 * parent reports them too.
 */
export function countedUsage(span: CallFacts & { readonly repeats: Repeat }): {
  readonly prompt: number;
  readonly completion: number;
  readonly costUsd: number | null;
} {
  const hasTokens = span.kind === 'LLM' && span.repeats === REPEAT.none;
  return {
    prompt: hasTokens ? (span.prompt ?? 0) : 0,
    completion: hasTokens ? (span.completion ?? 0) : 0,
    costUsd: isCalled(span.kind) && span.repeats !== REPEAT.all ? span.costUsd : null,
  };
}

/**
 * One span may name the model that was asked for, the other the dated one that answered; a gateway
 * puts the provider before it.
 */
function isOneModel(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  if (one === other) return true;
  const [a, b] = [bareName(one), bareName(other)];
  return a !== '' && b !== '' && (a.startsWith(b) || b.startsWith(a));
}

function bareName(model: string): string {
  return model.slice(model.lastIndexOf('/') + 1);
}
