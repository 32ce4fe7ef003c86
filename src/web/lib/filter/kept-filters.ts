import { readSetting, writeSetting } from '../stored-setting.ts';

/** A named filter of a project's list. */
export interface SavedView {
  readonly name: string;
  readonly q: string;
  readonly scope: string;
}

const HISTORY_MAX = 20;
const VIEWS_MAX = 50;

function read(key: string): unknown {
  try {
    return JSON.parse(readSetting(key) ?? '[]');
  } catch {
    return [];
  }
}

function isView(one: unknown): one is SavedView {
  return (
    typeof one === 'object' &&
    one !== null &&
    ['name', 'q', 'scope'].every((field) => field in one && typeof Reflect.get(one, field) === 'string')
  );
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

/** The named filters of a project, by name. Kept in this browser. */
export function savedViews(project: string): readonly SavedView[] {
  const kept = read(`telltale.views.${project}`);
  return Array.isArray(kept) ? kept.filter(isView).slice(0, VIEWS_MAX) : [];
}

/** Keeps a view, in place of one of the same name. */
export function saveView(project: string, view: SavedView): void {
  const others = savedViews(project).filter((one) => one.name !== view.name);
  const views = [...others, view].toSorted((a, b) => a.name.localeCompare(b.name)).slice(0, VIEWS_MAX);
  writeSetting(`telltale.views.${project}`, JSON.stringify(views));
}

export function forgetView(project: string, name: string): void {
  writeSetting(`telltale.views.${project}`, JSON.stringify(savedViews(project).filter((one) => one.name !== name)));
}
