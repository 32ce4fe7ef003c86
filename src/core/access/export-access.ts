import type { RouteAccess } from '#contracts/access/route-access.ts';

/** The access that sending spans requires, over HTTP and gRPC. */
export const EXPORT_ACCESS: RouteAccess = { scopes: ['traces:write'] };
