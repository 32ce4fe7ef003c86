import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, it } from 'vitest';

const SEED = path.resolve(import.meta.dirname, '..', 'seed.ts');
/** As the server answers a sender of protobuf: a status with a detail behind it. */
const STATUS = Buffer.from(
  '\x08\x10\x12\x15Who are you, sender?!\x1a0\n(type.googleapis.com/google.rpc.RetryInfo',
  'latin1',
);

async function seedAgainst(
  status: number,
): Promise<{ readonly code: number | null; readonly stderr: string }> {
  const server = createServer((request, reply) => {
    request
      .resume()
      .on('end', () =>
        request.method === 'GET' ? reply.end() : reply.writeHead(status).end(STATUS),
      );
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const child = spawn(process.execPath, [SEED, '--url', url, '--traces', '300']);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  server.close();
  return { code, stderr: stderr.replace(url, 'URL') };
}

it('npm run seed tells in one line what the server refused, and where a key is given', async () => {
  expect(await seedAgainst(401)).toEqual({
    code: 1,
    stderr:
      'POST URL/v1/traces: 401 Who are you, sender?! (a key is given with --api-key or SERVICE_API_KEY)\n',
  });
  expect(await seedAgainst(400)).toEqual({
    code: 1,
    stderr: 'POST URL/v1/traces: 400 Who are you, sender?!\n',
  });
});
