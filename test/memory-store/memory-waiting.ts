import { findSubject } from './memory-annotation-targets.ts';
import { refusalOf, upsert } from './memory-upsert.ts';
import type { MemoryData } from './memory-data.ts';

/**
 * Applies the annotations that waited for what came. Those that are refused wait on, where they can
 * be seen.
 */
export function applyWaiting(data: MemoryData): void {
  data.waiting = data.waiting.filter(({ item, rules, allowedProjectIds }) => {
    const subject = findSubject(data, item.target, item.targetId, allowedProjectIds);
    if (subject === undefined || refusalOf(item, subject, rules) !== null) return true;
    upsert(data, subject, item, item, item.receivedAtUnixNano);
    return false;
  });
}
