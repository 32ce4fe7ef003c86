import type { RouteAccess } from '#core/access/route-access.ts';

/** What sending spans asks of the sender, over either wire. */
export const EXPORT_ACCESS: RouteAccess = { scopes: ['traces:write'] };
