import { readSetting, writeSetting } from '../stored-setting.ts';

const HISTORY_MAX = 20;

function read(key: string): unknown {
  try {
    return JSON.parse(readSetting(key) ?? '[]');
  } catch {
    return [];
  }
}

/** The filters applied lately in a project, newest first. Kept in this browser. */
export function filterHistory(project: string): readonly string[] {
  const kept = read(`telltale.filters.${project}`);
  return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, HISTORY_MAX) : [];
}

export function rememberFilter(project: string, q: string): void {
  if (q === '') return;
  const others = filterHistory(project).filter((one) => one !== q);
  writeSetting(`telltale.filters.${project}`, JSON.stringify([q, ...others].slice(0, HISTORY_MAX)));
}
