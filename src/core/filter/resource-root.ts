/**
 * Behind this, the attributes of what sent a span are among the span's own, where it is filtered,
 * counted or shown in columns by them.
 */
export const RESOURCE_ROOT = 'resource';

/** Whether a dotted key may be of a resource: a span may have attributes of such names itself. */
export function isResourceKey(key: string): boolean {
  return key.startsWith(`${RESOURCE_ROOT}.`);
}
