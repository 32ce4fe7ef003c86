import { PLANS } from '#contracts/access/plans.ts';
import {
  booleanValue,
  integer,
  limit,
  oneOf,
  type LimitSetting,
  bytes,
} from './setting-parsers.ts';
import { setting } from './setting.ts';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

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
  disableRateLimit: setting(
    'DISABLE_RATE_LIMIT',
    'Security',
    booleanValue,
    false,
    'Without any of these limits.',
  ),
};

/** The server resources that connections and replies may use at a time. */
export const FLOW_SETTINGS = {
  connectionsMax: setting(
    'MAX_CONNECTIONS',
    'Limits',
    integer(10, 1_000_000),
    1_000,
    'Open connections of each port. Beyond it, the one that has been idle for longest is closed for a new one, those of unknown callers first.',
  ),
  strangersPerAddressMax: setting(
    'MAX_CONNECTIONS_PER_ADDRESS',
    'Limits',
    integer(10, 1_000_000),
    250,
    'Open connections of each port from one address, of callers that are not authenticated yet. Proxies of SERVICE_TRUST_PROXY are exempt.',
  ),
  replyBytesPerSecondMin: setting(
    'MIN_REPLY_BYTES_PER_SECOND',
    'Limits',
    bytes(0, GIB),
    4096,
    'A client that reads a reply of more than 64 KB, an export or a live stream slower than this over 20 seconds is cut off. 0 allows any pace.',
  ),
  replyBytesPerCallerMax: setting(
    'MAX_REPLY_BYTES_PER_CALLER',
    'Limits',
    bytes(MIB, 64 * GIB),
    64 * MIB,
    'Bytes of large replies to one caller that are made and not read yet. Beyond it, further large reads wait, then get 429.',
  ),
  replyBytesMax: setting(
    'MAX_REPLY_BYTES',
    'Limits',
    bytes(MIB, 64 * GIB),
    256 * MIB,
    'The same over all callers. Beyond it, further large reads wait, then get 503.',
  ),
};
