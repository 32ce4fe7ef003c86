import { beforeEach } from 'vitest';

/**
 * What cannot hold with metadata in PostgreSQL and spans in ClickHouse, and why: the file, the start
 * of the test's name, and the reason. Everything else of the cluster mode must pass.
 */
const EXCEPTIONS: readonly {
  readonly file: string;
  readonly test: string;
  readonly reason: string;
}[] = [
  {
    file: 'overload',
    test: 'is 503 on every wire before a body is sent',
    reason: 'SERVICE_MIN_FREE_DISK_BYTES is about the disk of the server, where no spans are.',
  },
];

beforeEach(({ task, skip }) => {
  const found = EXCEPTIONS.find(
    ({ file, test }) => task.file.name.endsWith(`/${file}.test.ts`) && task.name.startsWith(test),
  );
  if (found !== undefined) skip(found.reason);
});
