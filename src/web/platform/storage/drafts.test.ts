import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let kept: Map<string, string>;
let goes: EventTarget;
beforeEach(() => {
  kept = new Map();
  goes = new EventTarget();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal('addEventListener', goes.addEventListener.bind(goes));
  vi.stubGlobal('document', new EventTarget());
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function reloaded() {
  goes.dispatchEvent(new Event('pagehide'));
  vi.resetModules();
  return await import('./drafts.ts');
}

it('keeps what was begun through a reload, for who began it and where', async () => {
  const { draftOf } = await import('./drafts.ts');
  draftOf('ada', 'note a').keep({ text: 'half' });
  draftOf('ada', 'note b').keep({ text: '' });
  draftOf(null, 'note c').keep({ text: 'nobody yet' });
  const after = await reloaded();
  expect(after.draftOf('ada', 'note a').read()).toEqual({ text: 'half' });
  expect(after.draftOf('ben', 'note a').read()).toBeNull();
  expect(after.draftOf('ada', 'note b').read()).toBeNull();
  expect(after.draftOf(null, 'note c').read()).toBeNull();
  expect(after.formsWithDraft('ada', 'note ')).toEqual(['a']);
  expect(after.formsWithDraft('ben', 'note ')).toEqual([]);
});

it('drops what is saved, but not what was typed meanwhile', async () => {
  const { draftOf } = await import('./drafts.ts');
  const draft = draftOf('ada', 'note a');
  draft.keep({ text: 'one' });
  draft.keep({ text: 'two' });
  draft.dropSaved({ text: 'one' });
  expect(draft.read()).toEqual({ text: 'two' });
  draft.dropSaved({ text: 'two' });
  expect(draft.read()).toBeNull();
});

it('keeps the newest, in number and in size, and nothing when its owner signs out', async () => {
  const { draftOf } = await import('./drafts.ts');
  for (let at = 0; at < 40; at += 1) draftOf('ada', `note ${at}`).keep({ text: 'x' });
  expect(draftOf('ada', 'note 9').read()).toBeNull();
  expect(draftOf('ada', 'note 10').read()).toEqual({ text: 'x' });
  draftOf('ada', 'long').keep({ text: 'y'.repeat(999_990) });
  expect(draftOf('ada', 'note 20').read()).toBeNull();
  expect(draftOf('ada', 'note 39').read()).toEqual({ text: 'x' });
  draftOf('ada', 'longer').keep({ text: 'z'.repeat(1_000_001) });
  const after = await reloaded();
  expect(after.draftOf('ada', 'longer').read()).toBeNull();
  after.draftOf('ada', 'note').keep({ text: 'x' });
  after.dropDrafts();
  expect((await reloaded()).formsWithDraft('ada', '')).toEqual([]);
});

it('begins anew where what was kept is not its own', async () => {
  kept.set('telltale.drafts', '[1, "');
  const { draftOf } = await import('./drafts.ts');
  expect(draftOf('ada', 'note a').read()).toBeNull();
});
