import { expect, it } from 'vitest';
import { IngestShare, isIngestPressed } from './ingest-share.ts';

function shareAt() {
  let now = 1_000;
  const shared = new Int32Array(new SharedArrayBuffer(4));
  const share = new IngestShare(shared, () => now);
  /** A second of which spans take so much, and commands so much. */
  const second = (ingestMs: number, commandMs = 0): boolean => {
    for (let at = 0; at < 10; at += 1) {
      now += 100;
      share.ingested(ingestMs / 10);
      share.commanded(commandMs / 10);
    }
    return isIngestPressed(shared);
  };
  return {
    share,
    second,
    pass: (milliseconds: number) => (now += milliseconds),
    pressed: () => isIngestPressed(shared),
  };
}

it('is pressed while spans take most of the time, and not with a few', () => {
  const { second } = shareAt();
  expect(second(150)).toBe(false);
  expect(second(800)).toBe(true);
  expect(second(150)).toBe(false);
});

it('stays pressed while commands take time from ingest', () => {
  const { second } = shareAt();
  expect(second(300, 600)).toBe(true);
  expect(second(150, 300)).toBe(false);
});

it('is no longer pressed once nothing comes', () => {
  const { share, second, pass, pressed } = shareAt();
  expect(second(900)).toBe(true);
  pass(1_000);
  share.look();
  expect(pressed()).toBe(false);
});
