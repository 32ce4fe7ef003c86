import {
  UNPRICED_DAYS,
  type UnpricedModel,
  type UnpricedModelsReply,
} from '#contracts/prices/model-price.ts';
import { isPriceOfModel, type OwnPrice } from '#core/cost/own-price.ts';
import { appliedRates } from '#server/prices/model-rates.ts';
import type { Query, ReadContext } from '#server/threads/query.ts';

const DAY_NANO = 86_400_000_000_000n;
const NANOS_PER_MILLI = 1_000_000n;
/** Newest first; summing up their hours takes some milliseconds each. */
const PROJECTS_MAX = 200;
const PROJECTS_AT_ONCE = 20;
const MODELS_MAX = 200;
/** Models beyond what a roll-up keeps apart. */
const OTHER_MODELS = '(other)';
/** Rounding errors of sums of doubles. */
const COST_USD_MIN = 1e-9;

interface UnpricedParams {
  readonly own: readonly OwnPrice[];
  readonly nowMs: number;
}

/**
 * Models of the last days whose calls cost nothing, and that still have no price; from the
 * roll-ups, so no span is read.
 */
export const readUnpricedModels: Query<UnpricedParams, UnpricedModelsReply> = {
  name: 'modelPrices.unpriced',
  run: async (context, { own, nowMs }) => {
    const unpriced = [...(await usedModels(context, nowMs)).entries()].flatMap(([model, used]) => {
      if (
        used.costUsd > COST_USD_MIN ||
        used.tokens === 0 ||
        own.some((price) => isPriceOfModel(price, model))
      )
        return [];
      const question = {
        kind: 'LLM',
        model,
        provider: null,
        atMs: nowMs,
        inputTokens: 0,
        own: null,
      } as const;
      if (appliedRates(question).rates !== null) return [];
      return [
        { model, token_count: used.tokens, project_count: used.projects } satisfies UnpricedModel,
      ];
    });
    const sorted = unpriced.toSorted((a, b) => b.token_count - a.token_count);
    return { data: sorted.slice(0, MODELS_MAX), total: sorted.length, days: UNPRICED_DAYS };
  },
};

interface Used {
  tokens: number;
  costUsd: number;
  projects: number;
}

async function usedModels(
  { projects, figures, budget }: ReadContext,
  nowMs: number,
): Promise<ReadonlyMap<string, Used>> {
  const endUnixNano = BigInt(nowMs) * NANOS_PER_MILLI;
  const window = { startUnixNano: endUnixNano - BigInt(UNPRICED_DAYS) * DAY_NANO, endUnixNano };
  const ids = (await projects.projects({ limit: PROJECTS_MAX })).rows.map(({ id }) => id);
  const models = new Map<string, Used>();
  for (let from = 0; from < ids.length && !budget.over(); from += PROJECTS_AT_ONCE) {
    for (const { totals } of await figures.summaries(
      ids.slice(from, from + PROJECTS_AT_ONCE),
      window,
      1,
    )) {
      for (const [model, { prompt, completion, costUsd }] of Object.entries(totals.tokensByModel)) {
        if (model === '' || model === OTHER_MODELS) continue;
        const used = models.get(model) ?? { tokens: 0, costUsd: 0, projects: 0 };
        models.set(model, {
          tokens: used.tokens + prompt + completion,
          costUsd: used.costUsd + costUsd,
          projects: used.projects + 1,
        });
      }
    }
  }
  return models;
}
