import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { openTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { AnnotationRules } from './annotation-rules.ts';

let api: ApiApp;
let project: number;
beforeAll(async () => {
  api = await openApiApp();
  project = (await api.store.projectReader.findProject({ name: 'default' }))?.id ?? 0;
});
afterAll(() => api.close());

const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object | null = null) =>
  api.call({
    method,
    url,
    ...(payload === null ? {} : { headers: { 'content-type': 'application/json' }, payload }),
  });
const bound = (name: string, lower: number | null, upper: number | null) => ({
  name,
  type: 'CONTINUOUS',
  optimization_direction: 'NONE',
  lower_bound: lower,
  upper_bound: upper,
});
const rules = (...names: readonly string[]) => api.annotationRules.rulesFor(names);

describe('rules of annotations', () => {
  it('are those of assigned configs, and follow every change at once', async () => {
    expect(await rules('user_feedback', 'scale', 'unknown')).toEqual([]);
    const created = await send('POST', '/v1/annotation_configs', bound('scale', 0, null));
    // as: checked against the document
    const url = `/v1/annotation_configs/${encodeURIComponent((created.body as { data: { id: string } }).data.id)}`;
    expect(await rules('scale')).toEqual([]);
    await send('PUT', '/v1/projects/default/annotation_configs/scale');
    const scale = { projectId: project, name: 'scale', labels: null, scoreMin: 0, scoreMax: null };
    expect(await rules('scale')).toEqual([scale]);
    await send('PUT', url, bound('scale', -1, 5));
    expect(await rules('scale', 'scale')).toEqual([{ ...scale, scoreMin: -1, scoreMax: 5 }]);
    await send('PUT', url, bound('renamed', -1, 5));
    expect(await rules('scale')).toEqual([]);
    expect(await rules('renamed')).toMatchObject([{ name: 'renamed' }]);
    await send('PUT', url, bound('renamed', null, null));
    expect(await rules('renamed')).toEqual([]);
    await send('PUT', url, { name: 'renamed', type: 'FREEFORM', threshold: 3, upper_bound: 5 });
    expect(await rules('renamed')).toMatchObject([{ scoreMin: null, scoreMax: 5, labels: null }]);
    await send('DELETE', '/v1/projects/default/annotation_configs/renamed');
    expect(await rules('renamed')).toEqual([]);
    await send('PUT', '/v1/projects/default/annotation_configs/user_feedback');
    expect(await rules('user_feedback')).toEqual([
      {
        projectId: project,
        name: 'user_feedback',
        labels: ['positive', 'negative'],
        scoreMin: null,
        scoreMax: null,
      },
    ]);
    await send('PUT', '/v1/projects/default/annotation_configs', { annotation_config_ids: [] });
    expect(await rules('user_feedback')).toEqual([]);
  });

  it('are remembered, but nothing that was read before a change', async () => {
    const meta = openTestMeta();
    const source = new AnnotationRules(meta.db);
    expect(await source.rulesFor(['user_feedback'])).toEqual([]);
    await meta.db
      .insertInto('project_annotation_configs')
      .values({ project_id: 7, config_id: 1 })
      .execute();
    expect(await source.rulesFor(['user_feedback'])).toEqual([]);
    source.changed();
    expect(await source.rulesFor(['user_feedback'])).toMatchObject([{ projectId: 7 }]);
    source.changed();
    // Read before the change, answered after it.
    const early = source.rulesFor(['user_feedback']);
    await meta.db.deleteFrom('project_annotation_configs').execute();
    source.changed();
    await early;
    expect(await source.rulesFor(['user_feedback'])).toEqual([]);
    // More names than are remembered at once.
    await meta.db
      .insertInto('project_annotation_configs')
      .values({ project_id: 8, config_id: 1 })
      .execute();
    source.changed();
    const many = Array.from({ length: 2_345 }, (_, at) => `name ${at}`);
    expect(await source.rulesFor([...many, 'user_feedback'])).toMatchObject([{ projectId: 8 }]);
    meta.connection.close();
  });
});
