import { createServer } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { ClickHouseCopySource } from './clickhouse-copy-source.ts';

it('waits for the engine as long as a statement of a copy may take', async () => {
  const limits: number[] = [];
  const engine = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://engine').searchParams;
    limits.push(Number(query.get('max_execution_time')));
    request.resume();
    response.end();
  });
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
  // as: a server on a port.
  const { port } = engine.address() as AddressInfo;
  const waits = vi.spyOn(Socket.prototype, 'setTimeout');
  try {
    const source = await ClickHouseCopySource.open({
      url: `http://127.0.0.1:${port}`,
      database: 'd',
      cluster: null,
    });
    await source.fingerprint();
    await source.counts();
    await source.close();
    const waited = waits.mock.calls.map(([ms]) => ms);
    expect(Math.max(...limits)).toBe(3_600);
    expect(Math.max(...waited)).toBeGreaterThan(3_600_000);
  } finally {
    waits.mockRestore();
    engine.close();
  }
});
