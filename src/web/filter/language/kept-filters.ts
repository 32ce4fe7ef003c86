import { readSetting, writeSetting } from '#web/platform/storage/stored-setting.ts';
import type { Grain } from './fields.ts';

const HISTORY_MAX = 20;

function read(key: string): unknown {
  try {
    return JSON.parse(readSetting(key) ?? '[]');
  } catch {
    return [];
  }
}

/** Traces and spans are filtered by much the same conditions, sessions by others. */
function keyOf(project: string, of: Grain): string {
  return `telltale.${of === 'sessions' ? 'session-' : ''}filters.${project}`;
}

/** The filters applied lately in a project, newest first. Kept in this browser. */
export function filterHistory(project: string, of: Grain): readonly string[] {
  const kept = read(keyOf(project, of));
  return Array.isArray(kept)
    ? kept.filter((one) => typeof one === 'string').slice(0, HISTORY_MAX)
    : [];
}

export function rememberFilter(project: string, of: Grain, q: string): void {
  if (q === '') return;
  const others = filterHistory(project, of).filter((one) => one !== q);
  writeSetting(keyOf(project, of), JSON.stringify([q, ...others].slice(0, HISTORY_MAX)));
}
