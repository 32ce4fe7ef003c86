import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { UploadSpool, SenderPace } from './upload-spool.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'telltale-spool-'));
const OPTIONS = {
  bytesMax: 100,
  durable: false,
  tooLarge: () => new AppError('too_large', 'too large'),
};

describe('a body on its way to disk', () => {
  const spool = new UploadSpool({ directory, bytesPerSecondMin: 1_024, measuredMs: 5_000 });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('that is too large is refused, its file removed, and the rest thrown away without breaking the connection', async () => {
    const body = new PassThrough({ autoDestroy: false });
    const refused = spool.receive(body, OPTIONS);
    body.write('x'.repeat(101));
    await expect(refused).rejects.toMatchObject({ code: 'too_large' });
    expect(readdirSync(directory)).toEqual([]);
    const ended = new Promise((resolve) => body.once('end', resolve));
    body.end('x'.repeat(1_000_000));
    await ended;
    expect(body.destroyed).toBe(false);
  });

  it('that breaks off is refused', async () => {
    const body = new PassThrough();
    const refused = spool.receive(body, OPTIONS);
    body.write('x');
    body.destroy(new Error('aborted'));
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request' });
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe('the pace of a sender', () => {
  beforeEach(
    () =>
      void vi.useFakeTimers({
        toFake: ['setInterval', 'clearInterval', 'setImmediate', 'performance'],
      }),
  );
  afterEach(() => void vi.useRealTimers());

  const outcome = async (piece: Promise<unknown>): Promise<unknown> =>
    piece.catch((error: unknown) => error);

  it('is too slow when nothing comes while it is waited for', async () => {
    const pace = new SenderPace({ bytesPerSecondMin: 1_024, measuredMs: 5_000 });
    const waiting = outcome(pace.wait(new Promise(() => undefined)));
    await vi.advanceTimersByTimeAsync(5_500);
    expect(await waiting).toMatchObject({ code: 'deadline_exceeded' });
    pace.end();
  });

  it('is not measured while the server itself is busy', async () => {
    const pace = new SenderPace({ bytesPerSecondMin: 1_024, measuredMs: 5_000 });
    for (let piece = 0; piece < 4; piece += 1) {
      await pace.wait(Promise.resolve());
      // Written to a slow disk meanwhile.
      await vi.advanceTimersByTimeAsync(10_000);
    }
    let arrive: (piece: string) => void = () => undefined;
    const waiting = outcome(pace.wait(new Promise<string>((resolve) => (arrive = resolve))));
    await vi.advanceTimersByTimeAsync(4_000);
    arrive('here');
    expect(await waiting).toBe('here');
    pace.end();
  });

  it('is fine when enough comes', async () => {
    const pace = new SenderPace({ bytesPerSecondMin: 1_000, measuredMs: 5_000 });
    for (let second = 0; second < 20; second += 1) {
      const waiting = outcome(pace.wait(new Promise((resolve) => setTimeout(resolve, 1))));
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await waiting).toBeUndefined();
      pace.came(1_100);
    }
    pace.end();
  });
});
