import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import * as routes from '#contracts/views/routes.ts';
import {
  SaveViewBody,
  VIEWS_MAX,
  type UpdateViewBody,
  type View,
  type ViewVisibility,
} from '#contracts/views/view.ts';
import { AppError } from '#contracts/wire/errors.ts';
import { ownViewPrefix } from '#server/stores/meta/access/own-view-keys.ts';
import type { MetaDb } from '#server/stores/meta/meta-db.ts';
import {
  deleteSetting,
  listSettings,
  renameSetting,
  setSetting,
  type Setting,
} from '#server/stores/meta/settings.queries.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { getProjectNumber } from '../kit/projects/project-number.ts';
import { serve } from '../kit/route/serve.ts';
import type { Asker } from '../kit/route/asker.ts';

interface ViewsDeps {
  readonly queries: ApiDeps['queries'];
  readonly meta: MetaDb;
}

type NumberOf = (asker: Asker, project: string) => Promise<number>;

/** Named lists of a project: what a team looks at, kept by the server. */
export function registerViews(app: FastifyInstance, { queries, meta }: ViewsDeps): void {
  const numberOf: NumberOf = (asker, project) =>
    queries.value(getProjectNumber, asker, { project });
  registerSaving(app, meta, numberOf);
  serve(app, routes.listViews, async ({ params, caller, asker }) => {
    const project = await numberOf(asker, params.project_identifier);
    return { data: await listViews(meta, { project, user: caller.userNumber }) };
  });
  serve(app, routes.deleteView, async ({ params, caller, asker }) => {
    const project = await numberOf(asker, params.project_identifier);
    if (!(await deleteView(meta, { project, user: caller.userNumber }, params.view_name)))
      throw viewNotFound(params.view_name);
  });
}

/** Under a name, and under another one. */
function registerSaving(app: FastifyInstance, meta: MetaDb, numberOf: NumberOf): void {
  serve(app, routes.saveView, async ({ params, body, caller, asker }) => {
    const project = await numberOf(asker, params.project_identifier);
    return {
      data: await saveView(
        meta,
        { project, user: caller.userNumber },
        params.view_name,
        body,
        Date.now(),
      ),
    };
  });
  serve(app, routes.renameView, async ({ params, body, caller, asker }) => {
    const project = await numberOf(asker, params.project_identifier);
    return {
      data: await updateView(
        meta,
        { project, user: caller.userNumber },
        params.view_name,
        body,
        Date.now(),
      ),
    };
  });
}

/** Where views are looked for: those of a project, and the private ones of a user in it. */
interface ViewPlace {
  readonly project: number;
  /** Null for a caller that isn't a user: all callers while authentication is off. */
  readonly user: number | null;
}

/**
 * Views are settings, each under its own key, so that two users who save at once don't lose one.
 */
function keyOf({ project, user }: ViewPlace, visibility: ViewVisibility, name: string): string {
  if (visibility === 'project') return `view:${project}:${name}`;
  if (user === null)
    throw new AppError(
      'unprocessable',
      'body.visibility can be private only for a user: turn on authentication, or call with a user’s key.',
    );
  return `${ownViewPrefix(user)}${project}:${name}`;
}

/** A project's views by name, then the caller's own. */
async function listViews(db: MetaDb, place: ViewPlace): Promise<View[]> {
  const own = place.user === null ? [] : await viewsOf(db, place, 'private');
  return [...(await viewsOf(db, place, 'project')), ...own];
}

async function viewsOf(db: MetaDb, place: ViewPlace, visibility: ViewVisibility): Promise<View[]> {
  const prefix = keyOf(place, visibility, '');
  const settings = await listSettings(db, prefix, VIEWS_MAX);
  return settings.flatMap((setting) => viewOf(setting, prefix, visibility) ?? []);
}

/** What a name means to a caller: an own view before one of the project. */
function find(views: readonly View[], name: string): View | undefined {
  return views.findLast((view) => view.name === name);
}

/**
 * Keeps a view under its name. Rejects with `conflict` when there are as many as there may be, or
 * when everyone sees another of that name.
 */
async function saveView(
  db: MetaDb,
  place: ViewPlace,
  name: string,
  body: Static<typeof SaveViewBody>,
  nowMs: number,
): Promise<View> {
  const { scope, filter, sort, columns, group, visibility = 'project' } = body;
  const key = keyOf(place, visibility, name);
  const views = await listViews(db, place);
  const before = find(views, name);
  const others = views.filter((view) => view.visibility === visibility);
  if (others.length >= VIEWS_MAX && !others.some((view) => view.name === name)) {
    throw new AppError(
      'conflict',
      `There are ${VIEWS_MAX} such views, the most there can be. Delete one before saving '${name}'.`,
    );
  }
  if (visibility === 'private' && before?.visibility === 'project') throw taken(name);
  // Whatever else came with it is not kept.
  await setSetting(db, key, { scope, filter, sort, columns, group }, nowMs);
  if (visibility === 'project' && before?.visibility === 'private')
    await deleteSetting(db, keyOf(place, 'private', name));
  return reply(name, body, visibility, nowMs);
}

/**
 * Gives a view another name, or shows it to others. Rejects with `not_found` without one of that
 * name, and with `conflict` when another has the new one.
 */
async function updateView(
  db: MetaDb,
  place: ViewPlace,
  name: string,
  changes: Static<typeof UpdateViewBody>,
  nowMs: number,
): Promise<View> {
  const views = await listViews(db, place);
  const view = find(views, name);
  if (view === undefined) throw viewNotFound(name);
  const { name: to = name, visibility = view.visibility } = changes;
  const [from, key] = [keyOf(place, view.visibility, name), keyOf(place, visibility, to)];
  if (from === key) return view;
  // An own view of the name of one that everyone sees would hide it.
  const isTaken = views.some((one) => one !== view && one.name === to);
  if (isTaken || !(await renameSetting(db, from, key, nowMs))) throw taken(to);
  return { ...view, name: to, visibility, updated_at: new Date(nowMs).toISOString() };
}

function taken(name: string): AppError {
  return new AppError(
    'conflict',
    `There is a view '${name}' already. Choose another name, or delete that one first.`,
  );
}

function viewNotFound(name: string): AppError {
  return new AppError(
    'not_found',
    `The project has no view '${name}'. GET its views to see their names.`,
  );
}

/** Whether there was such a view. */
async function deleteView(db: MetaDb, place: ViewPlace, name: string): Promise<boolean> {
  if (place.user !== null && (await deleteSetting(db, keyOf(place, 'private', name)))) return true;
  return await deleteSetting(db, keyOf(place, 'project', name));
}

function viewOf(
  { key, value, updatedAtMs }: Setting,
  prefix: string,
  visibility: ViewVisibility,
): View | null {
  return Value.Check(SaveViewBody, value)
    ? reply(key.slice(prefix.length), value, visibility, updatedAtMs)
    : null;
}

function reply(
  name: string,
  { scope, filter, sort, columns, group }: Static<typeof SaveViewBody>,
  visibility: ViewVisibility,
  updatedAtMs: number,
): View {
  return {
    name,
    scope,
    filter,
    sort: sort ?? null,
    columns: columns ?? null,
    group: group ?? null,
    visibility,
    updated_at: new Date(updatedAtMs).toISOString(),
  };
}
