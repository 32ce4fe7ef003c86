/** Limits that the page knows too: apart from the schemas, which it does not load. */

/** How many experiments can be compared at a time. */
export const COMPARED_MAX = 4;
/** How many experiments one request may delete. */
export const EXPERIMENTS_DELETED_MAX = 1_000;
