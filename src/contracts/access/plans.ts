/**
 * The plans of section 8 of the service's specification: how much one caller may ask for. Null is
 * without a limit.
 */
export interface PlanLimits {
  readonly ingestPerMinute: number | null;
  readonly apiPerMinute: number | null;
  /** Requests under way at a time; as many live streams may be open besides. */
  readonly concurrent: number | null;
}

export const PLANS = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

export const PLAN_LIMITS: Readonly<Record<Plan, PlanLimits>> = {
  free: { ingestPerMinute: 100, apiPerMinute: 60, concurrent: 5 },
  pro: { ingestPerMinute: 1_000, apiPerMinute: 300, concurrent: 20 },
  enterprise: { ingestPerMinute: null, apiPerMinute: null, concurrent: null },
};
