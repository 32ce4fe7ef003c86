import { describeSpanStore } from '../conformance/span-store-suite.ts';
import { openMemoryStore } from './open-memory-store.ts';

describeSpanStore(
  'Memory',
  async () => openMemoryStore({ attributesOf: (bytes) => Buffer.from(bytes).toString('latin1') }),
  {},
);
