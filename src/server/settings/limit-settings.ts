import { PLANS } from '#contracts/access/plans.ts';
import { booleanValue, integer, limit, oneOf, type LimitSetting } from './setting-parsers.ts';
import { setting } from './setting.ts';

/** How much one caller may ask for. */
export const LIMIT_SETTINGS = {
  plan: setting(
    'PLAN',
    'Security',
    oneOf(...PLANS),
    'enterprise',
    'Limits of each API key, or of an address without one: free (100 trace ingestion requests and 60 API calls per minute, 5 requests at a time), pro (1000, 300, 20), enterprise (unlimited).',
  ),
  ingestPerMinute: setting<LimitSetting>(
    'RATE_LIMIT_INGEST_PER_MINUTE',
    'Security',
    limit(10_000_000),
    'plan',
    "Trace ingestion requests per minute, in place of the plan's.",
    "the plan's",
  ),
  apiPerMinute: setting<LimitSetting>(
    'RATE_LIMIT_API_PER_MINUTE',
    'Security',
    limit(10_000_000),
    'plan',
    "API calls per minute, in place of the plan's.",
    "the plan's",
  ),
  concurrentRequestsMax: setting<LimitSetting>(
    'MAX_CONCURRENT_REQUESTS',
    'Security',
    limit(100_000),
    'plan',
    "Requests of one caller at a time, and as many live streams besides, in place of the plan's.",
    "the plan's",
  ),
  keyUsageRetentionDays: setting(
    'API_KEY_USAGE_RETENTION_DAYS',
    'Storage',
    integer(1, 3_650),
    90,
    'How many days it is kept what API keys were used for, by the hour.',
  ),
  disableRateLimit: setting('DISABLE_RATE_LIMIT', 'Security', booleanValue, false, 'Without any of these limits.'),
};
