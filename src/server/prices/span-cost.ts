import type { SpanCost } from '#contracts/prices/model-price.ts';
import { findOwnPrice, type OwnPrice } from '#core/cost/own-price.ts';
import {
  costLines,
  isCalled,
  isCounted,
  sumOfLines,
  type CalledKind,
  type CostLine,
  type CostPart,
} from '#core/cost/token-price.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import { appliedRates, listInfo, sourceOf, type AppliedRates } from './model-rates.ts';

const NANOS_PER_MILLI = 1_000_000n;

type PartName = SpanCost['lines'][number]['part'];
const PART_NAMES: Readonly<Record<CostPart, PartName>> = {
  input: 'input',
  cacheRead: 'cache_read',
  cacheWrite: 'cache_write',
  audioInput: 'audio_input',
  imageInput: 'image_input',
  output: 'output',
  reasoning: 'reasoning',
  audioOutput: 'audio_output',
  imageOutput: 'image_output',
  perCall: 'per_call',
};

/** A span whose cost is to be explained. */
export interface ExplainedSpan {
  /** As the span's own bytes say; its cost is the one that was sent. */
  readonly sent: SpanRecord;
  /** The cost that is stored. */
  readonly storedUsd: number | null;
}

/** The parts of a cost, without the reply's form of the custom price. */
export interface ExplainedCost {
  readonly own: OwnPrice | null;
  readonly cost: Omit<SpanCost, 'own_price'>;
}

/**
 * How the cost of a span is made: what was sent, and what this server's prices make of it, on its
 * day and today.
 */
export function explainCost(
  { sent, storedUsd }: ExplainedSpan,
  prices: readonly OwnPrice[],
  nowMs: number,
): ExplainedCost {
  const base = { cost_usd: storedUsd, sent_cost_usd: sent.costUsd, list: listInfo() };
  const none = {
    ...base,
    computed_cost_usd: null,
    today_cost_usd: null,
    lines: [],
    source: null,
    provider: null,
    model: null,
  };
  const { kind, modelName } = sent;
  if (!isCalled(kind)) return { own: null, cost: { ...none, state: 'not_a_call' } };
  if (modelName === null) return { own: null, cost: { ...none, state: 'unknown' } };
  const at = (ms: number): AppliedRates => ratesAt(sent, { kind, modelName, atMs: ms }, prices);
  const then = at(Number(sent.startTimeUnixNano / NANOS_PER_MILLI));
  const lines = linesOf(then, sent);
  const today = linesOf(at(nowMs), sent);
  const { provider, model, state } = then.listed;
  return {
    own: then.own,
    cost: {
      ...base,
      state: stateOf(state, lines, sent),
      computed_cost_usd: lines === null ? null : sumOfLines(lines),
      today_cost_usd: today === null ? null : sumOfLines(today),
      lines: (lines ?? []).map(({ part, count, rate, costUsd }) => ({
        part: PART_NAMES[part],
        count,
        rate,
        cost_usd: costUsd,
      })),
      source: sourceOf(then.rates, then.own),
      provider,
      model,
    },
  };
}

function ratesAt(
  { modelProvider, tokens }: SpanRecord,
  {
    kind,
    modelName,
    atMs,
  }: { readonly kind: CalledKind; readonly modelName: string; readonly atMs: number },
  prices: readonly OwnPrice[],
): AppliedRates {
  const own = findOwnPrice(prices, { kind, modelName, modelProvider, day: dayOf(atMs) });
  return appliedRates({
    kind,
    model: modelName,
    provider: modelProvider,
    atMs,
    inputTokens: tokens.prompt ?? 0,
    own,
  });
}

/** The day (UTC) of a time, as `2026-01-31`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function linesOf({ rates }: AppliedRates, { tokens }: SpanRecord): readonly CostLine[] | null {
  return rates === null ? null : costLines(rates, tokens);
}

function stateOf(
  listed: AppliedRates['listed']['state'],
  lines: readonly CostLine[] | null,
  { tokens }: SpanRecord,
): SpanCost['state'] {
  if (lines !== null) return 'known';
  if (listed === 'known') return isCounted(tokens) ? 'unknown' : 'not_counted';
  return listed;
}
