import type { ApiDeps } from '#server/api/kit/deps.ts';
import { DEFAULT_API_LIMITS } from '#server/api/kit/deps.ts';

/** What an app needs to know of a server that is not there: for the OpenAPI document, and for tests of the routes alone. */
export function sampleApp(
  version: string,
): Pick<ApiDeps, 'server' | 'waitingAnnotations' | 'refusals' | 'limits' | 'security' | 'rootPath' | 'webRoot' | 'plugins'> {
  return {
    server: () => ({
      name: 'Telltale',
      version,
      started_at: '2026-01-01T00:00:00.000000+00:00',
      http_port: 6006,
      grpc_port: 4317,
      addresses: ['http://localhost:6006'],
      authentication: false,
    }),
    waitingAnnotations: { waitMs: 86_400_000, expired: () => 0 },
    refusals: () => [],
    limits: DEFAULT_API_LIMITS,
    security: { loopbackOnly: false, allowedHosts: [], allowedOrigins: [] },
    rootPath: '',
    webRoot: null,
    plugins: [],
  };
}
