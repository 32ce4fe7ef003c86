import { RESOURCE_ROOT } from '#core/filter/resource-root.ts';

/** What the keys of a resource's attributes begin with among those of its spans. */
export const RESOURCE_KEYS = `${RESOURCE_ROOT}.`;
