import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSpanStore } from '#test/conformance/span-store-suite.ts';
import { openSpanStore } from './open-writer.ts';

describeSpanStore(
  'SQLite',
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'telltale-spans-'));
    const store = openSpanStore(join(directory, 'spans.db'), {
      attributesOf: (bytes) => Buffer.from(bytes).toString('latin1'),
      freeBytesMin: 0,
    });
    return {
      ...store,
      close: async () => {
        store.close();
        await rm(directory, { recursive: true });
      },
    };
  },
  {},
);
