import { RESOURCE_ROOT } from '#core/filter/resource-root.ts';

/** The prefix of a resource's attribute keys among those of its spans. */
export const RESOURCE_KEYS = `${RESOURCE_ROOT}.`;
