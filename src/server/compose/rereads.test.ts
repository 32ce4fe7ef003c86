import { expect, it } from 'vitest';
import { READING_VERSION } from '#core/semconv/reading-version.ts';
import { openTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { SharedNotices } from '#server/stores/meta/shared-notices.ts';
import { createLog } from '#server/telemetry/log.ts';
import { composeRereads } from './rereads.ts';

it('knows from a notice that another server read all spans again', async () => {
  const meta = openTestMeta();
  const notices = new SharedNotices(async () => undefined);
  const { reading, start } = composeRereads({
    db: meta.db,
    commands: { run: () => Promise.reject(new Error('nothing is read here')) },
    notices,
    onDone: () => undefined,
    afterUpgrade: false,
    now: () => 1,
    log: createLog('silent', 'test'),
  });
  await start(1);
  expect(reading().stored_version).toBe(1);
  notices.receive({ topic: 'jobs', items: 'added' });
  expect(reading().stored_version).toBe(1);
  notices.receive({ topic: 'jobs', items: `added read:${READING_VERSION}` });
  expect(reading().stored_version).toBe(READING_VERSION);
  meta.connection.close();
});
