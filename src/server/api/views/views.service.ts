import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { AppError } from '#contracts/errors.ts';
import { SaveViewBody, VIEWS_MAX } from '#contracts/view.ts';
import type { View } from '#contracts/view.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import { deleteSetting, listSettings, renameSetting, setSetting } from '#server/stores/meta/settings.queries.ts';
import type { Setting } from '#server/stores/meta/settings.queries.ts';

/** Views are settings, each under its own key, so that two users who save at once don't lose one. */
function keyOf(project: number, name: string): string {
  return `view:${project}:${name}`;
}

/** A project's views by name. */
export async function listViews(db: MetaDb, project: number): Promise<View[]> {
  const prefix = keyOf(project, '');
  const settings = await listSettings(db, prefix, VIEWS_MAX);
  return settings.flatMap((setting) => viewOf(setting, prefix) ?? []);
}

/** Keeps a view under its name. Rejects with `conflict` when the project has as many as it may. */
export async function saveView(db: MetaDb, project: number, name: string, body: Static<typeof SaveViewBody>, nowMs: number): Promise<View> {
  const views = await listViews(db, project);
  if (views.length >= VIEWS_MAX && !views.some((view) => view.name === name)) {
    throw new AppError('conflict', `The project has ${VIEWS_MAX} views, the most there can be. Delete one before saving '${name}'.`);
  }
  const { scope, filter, sort, columns, group } = body;
  // Whatever else came with it is not kept.
  await setSetting(db, keyOf(project, name), { scope, filter, sort, columns, group }, nowMs);
  return reply(name, body, nowMs);
}

/** Gives a view another name. Rejects with `not_found` without one of that name, and with `conflict` when another has the new one. */
export async function renameView(db: MetaDb, project: number, name: string, to: string, nowMs: number): Promise<View> {
  const views = await listViews(db, project);
  const view = views.find((one) => one.name === name);
  if (view === undefined) throw viewNotFound(name);
  if (name === to) return view;
  if (!(await renameSetting(db, keyOf(project, name), keyOf(project, to), nowMs))) {
    throw new AppError('conflict', `The project has a view '${to}' already. Choose another name, or delete that one first.`);
  }
  return { ...view, name: to, updated_at: new Date(nowMs).toISOString() };
}

export function viewNotFound(name: string): AppError {
  return new AppError('not_found', `The project has no view '${name}'. GET its views to see their names.`);
}

/** Whether there was such a view. */
export async function deleteView(db: MetaDb, project: number, name: string): Promise<boolean> {
  return await deleteSetting(db, keyOf(project, name));
}

function viewOf({ key, value, updatedAtMs }: Setting, prefix: string): View | null {
  return Value.Check(SaveViewBody, value) ? reply(key.slice(prefix.length), value, updatedAtMs) : null;
}

function reply(name: string, { scope, filter, sort, columns, group }: Static<typeof SaveViewBody>, updatedAtMs: number): View {
  return {
    name,
    scope,
    filter,
    sort: sort ?? null,
    columns: columns ?? null,
    group: group ?? null,
    updated_at: new Date(updatedAtMs).toISOString(),
  };
}
