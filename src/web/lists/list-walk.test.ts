import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const LIST = {
  project: 'a b',
  range: '24h',
  search: { scope: 'spans' as const, q: "name == 'x&y'" },
  earlier: null,
  later: 'c1',
};

it('walks the spans of one trace one after the other, though they share its path', async () => {
  const { setWalk, walkFrom, walkTo } = await import('./list-walk.ts');
  setWalk(['/t/1?span=a', '/t/1?span=b', '/t/2?span=c'], { before: 0, at: 0, list: null });
  expect(walkFrom('/t/1')).toMatchObject({ at: 0, next: '/t/1?span=b', hasPrevious: false });
  walkTo(1);
  expect(walkFrom('/t/1')).toMatchObject({
    at: 1,
    number: 2,
    of: '3',
    previous: '/t/1?span=a',
    next: '/t/2?span=c',
  });
  walkTo(2);
  expect(walkFrom('/t/2')).toMatchObject({ next: null, hasNext: false });
  expect(walkFrom('/t/3')).toBeNull();
});

it('reads on at both ends, also after a reload', async () => {
  const before = await import('./list-walk.ts');
  before.setWalk(['/t/1', '/t/2'], { before: 3, at: 1, list: { ...LIST, earlier: 'e1' } });
  vi.resetModules();
  const { extendWalk, walkFrom, walkedList } = await import('./list-walk.ts');
  expect(walkFrom('/t/2')).toMatchObject({ number: 5, of: '5+', next: null, hasNext: true });
  expect(walkedList()).toEqual({ ...LIST, earlier: 'e1', before: 3 });
  extendWalk(1, ['/t/3'], null);
  expect(walkFrom('/t/2')).toMatchObject({ of: '6', next: '/t/3', hasNext: true });
  expect(walkFrom('/t/3')).toMatchObject({ next: null, hasNext: false });
  expect(walkFrom('/t/1')).toMatchObject({ previous: null, hasPrevious: true });
  extendWalk(-1, ['/t/-2', '/t/-1', '/t/0'], null);
  expect(walkFrom('/t/1')).toMatchObject({ number: 4, previous: '/t/0' });
  expect(walkFrom('/t/-2')).toMatchObject({ number: 1, hasPrevious: false });
});

it('says how many match where that is known, though not all of them were read', async () => {
  const before = await import('./list-walk.ts');
  before.setWalk(['/t/1', '/t/2'], { before: 0, at: 0, list: { ...LIST, total: 1350 } });
  vi.resetModules();
  const { extendWalk, walkFrom } = await import('./list-walk.ts');
  expect(walkFrom('/t/2')).toMatchObject({ number: 2, of: '1,350' });
  // Loaded data takes precedence.
  extendWalk(1, ['/t/3'], null);
  expect(walkFrom('/t/2')).toMatchObject({ of: '3' });
});

it('knows nothing without a walk', async () => {
  const { walkFrom, walkedList } = await import('./list-walk.ts');
  expect(walkFrom('/t/1')).toBeNull();
  expect(walkedList()).toBeNull();
});
