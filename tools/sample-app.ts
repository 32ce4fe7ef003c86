import { PLAN_LIMITS } from '#contracts/access/plans.ts';
import { RateLimiter } from '#core/access/rate-limiter.ts';
import { AlertSender } from '#server/alerts/alert-sender.ts';
import type { Authenticator } from '#server/auth/authenticator.ts';
import { CallerGate } from '#server/auth/caller-gate.ts';
import { KeyUsage } from '#server/auth/usage/key-usage.ts';
import { addressPolicy } from '#server/outbound/address-policy.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { createLog } from '#server/telemetry/log.ts';
import { DEFAULT_API_LIMITS, type ApiDeps } from '#server/api/kit/route/deps.ts';
import { ReplyFlow } from '#server/api/kit/reply/reply-flow.ts';
import { clientAddressReader, NO_PROXIES } from '#server/auth/client-address.ts';
import { RequestLimits } from '#server/auth/request-limits.ts';
import { createMetrics } from '#server/telemetry/metrics.ts';

/**
 * An app's dependencies for a server that isn't running: for the OpenAPI document, and for tests of
 * the routes alone.
 */
export function sampleApp(
  version: string,
): Omit<
  ApiDeps,
  | 'audit'
  | 'signIn'
  | 'apps'
  | 'authenticator'
  | 'callerGate'
  | 'queries'
  | 'commands'
  | 'commits'
  | 'experimentFeed'
  | 'annotationRules'
  | 'logger'
  | 'ownPrices'
> {
  return {
    server: () => ({
      name: 'Telltale',
      version,
      started_at: '2026-01-01T00:00:00.000000+00:00',
      http_port: 6006,
      grpc_port: 4317,
      grpc_url: null,
      grpc_tls: false,
      addresses: ['http://localhost:6006'],
      authentication: false,
      support_email: null,
      spans_in: 'sqlite',
      metadata_in: 'sqlite',
      reading: { version: 1, stored_version: 1 },
      management_url: null,
    }),
    auditRetentionDays: 0,
    mailer: null,
    alertSender: new AlertSender({
      policy: addressPolicy(),
      mailer: null,
      secretBox: null,
      now: () => Date.now(),
    }),
    secretBox: null,
    clientAddressOf: clientAddressReader(NO_PROXIES),
    waitingAnnotations: { waitMs: 86_400_000, expired: () => 0 },
    isIngestPressed: () => false,
    refusals: () => [],
    exportRefused: () => undefined,
    rereads: {
      reading: () => ({ version: 1, stored_version: 1 }),
      wake: () => undefined,
      end: () => undefined,
    },
    tableSizes: async () => ({ measured_at: new Date(0).toISOString(), files: [] }),
    limits: DEFAULT_API_LIMITS,
    replyFlow: new ReplyFlow({
      bytesMax: 256 * 1024 ** 2,
      bytesPerCallerMax: 64 * 1024 ** 2,
      readsPerCallerMax: 64,
      bytesPerSecondMin: 0,
      metrics: createMetrics({ processMetrics: false }),
    }),
    security: { loopbackOnly: false, allowedHosts: [], allowedOrigins: [], readingOrigins: [] },
    rootPath: '',
    webRoot: null,
    plugins: [],
  };
}

/** The checks in front of such an app's routes; no rate limits unless a limiter is given. */
export function sampleGate(
  authenticator: Authenticator,
  db: MetaDb,
  limiter = new RateLimiter(PLAN_LIMITS.enterprise, { monotonicMs: () => 0, unixMs: () => 0 }),
): { readonly callerGate: CallerGate; readonly keyUsage: KeyUsage } {
  const metrics = createMetrics({ processMetrics: false });
  const keyUsage = new KeyUsage({
    db,
    now: () => Date.now(),
    log: createLog('silent', 'test'),
    countryOf: () => null,
    retentionDays: 90,
  });
  const callerGate = new CallerGate({
    authenticator,
    limits: new RequestLimits(limiter, metrics),
    usage: keyUsage,
    metrics,
  });
  return { callerGate, keyUsage };
}
