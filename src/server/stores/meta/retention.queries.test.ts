import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestMeta } from './open-test-meta.ts';
import {
  createPolicy,
  deletePolicy,
  findPolicy,
  listPolicies,
  policyOf,
  projectsOfPolicy,
  setProjectPolicy,
  updatePolicy,
} from './retention.queries.ts';
import { getSetting, setSetting } from './settings.queries.ts';

const NOW = 1_700_000_000_000;
let meta = openTestMeta();
beforeEach(() => {
  meta = openTestMeta();
});
afterEach(() => meta.connection.close());

const LIMITS = { maxDays: 30, maxTraces: null, maxBytes: 1_000_000_000 };

describe('retention policies', () => {
  test('begin with the default one, which keeps everything and cannot be renamed or deleted', async () => {
    expect(await listPolicies(meta.db, { limit: 10 })).toEqual([
      {
        id: 0,
        name: 'Default',
        maxDays: null,
        maxTraces: null,
        maxBytes: null,
        createdAtMs: 0,
        updatedAtMs: 0,
      },
    ]);
    await expect(deletePolicy(meta.db, 0)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(updatePolicy(meta.db, 0, { name: 'Other' }, NOW)).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await updatePolicy(meta.db, 0, { maxDays: 7 }, NOW)).toMatchObject({
      name: 'Default',
      maxDays: 7,
      updatedAtMs: NOW,
    });
  });

  test('are created, changed one field at a time, paged and deleted', async () => {
    const created = await createPolicy(meta.db, { name: 'Month', ...LIMITS }, NOW);
    expect(created).toEqual({
      id: 1,
      name: 'Month',
      ...LIMITS,
      createdAtMs: NOW,
      updatedAtMs: NOW,
    });
    expect(await updatePolicy(meta.db, 1, { maxBytes: null }, NOW + 1)).toEqual({
      ...created,
      maxBytes: null,
      updatedAtMs: NOW + 1,
    });
    expect(await updatePolicy(meta.db, 99, { maxDays: 1 }, NOW)).toBeNull();
    await expect(createPolicy(meta.db, { name: 'Month', ...LIMITS }, NOW)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(
      (await listPolicies(meta.db, { limit: 1, fromId: 1 })).map((policy) => policy.name),
    ).toEqual(['Month']);
    expect(await deletePolicy(meta.db, 1)).toBe(true);
    expect(await deletePolicy(meta.db, 1)).toBe(false);
    expect(await findPolicy(meta.db, 1)).toBeNull();
  });

  test('apply to the projects given to them; all others have the default', async () => {
    const month = await createPolicy(meta.db, { name: 'Month', ...LIMITS }, NOW);
    await setProjectPolicy(meta.db, 7, month.id);
    await setProjectPolicy(meta.db, 7, month.id);
    const byProject = async () =>
      [...(await policyOf(meta.db, [7, 8]))].map(([project, policy]) => [project, policy.name]);
    expect(await byProject()).toEqual([
      [7, 'Month'],
      [8, 'Default'],
    ]);
    expect(await projectsOfPolicy(meta.db, month.id, 10)).toEqual([7]);
    await expect(setProjectPolicy(meta.db, 7, 99)).rejects.toMatchObject({ code: 'not_found' });
    await setProjectPolicy(meta.db, 7, null);
    expect(await byProject()).toEqual([
      [7, 'Default'],
      [8, 'Default'],
    ]);
    await setProjectPolicy(meta.db, 8, month.id);
    await deletePolicy(meta.db, month.id);
    expect(await byProject()).toEqual([
      [7, 'Default'],
      [8, 'Default'],
    ]);
    expect([...(await policyOf(meta.db, []))]).toEqual([]);
  });
});

test('settings hold any JSON and change in place', async () => {
  expect(await getSetting(meta.db, 'theme')).toBeNull();
  await setSetting(meta.db, 'theme', { dark: true }, NOW);
  await setSetting(meta.db, 'theme', { dark: false }, NOW);
  expect(await getSetting(meta.db, 'theme')).toEqual({ dark: false });
});
