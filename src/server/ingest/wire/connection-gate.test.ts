import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { ConnectionGate, keyOf, type ConnectionLimits } from './connection-gate.ts';

let server: Server;
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await new Promise((resolve) => server.close(resolve));
});

interface Open {
  readonly gate: ConnectionGate;
  /** Connects; gives what the connection is called at the gate. */
  readonly open: () => Promise<Client>;
  readonly closed: () => number;
}
interface Client {
  readonly key: string;
  readonly socket: Socket;
}

async function start(limits: Partial<ConnectionLimits>): Promise<Open> {
  server = createServer((socket) => socket.on('error', () => undefined));
  let closed = 0;
  const gate = new ConnectionGate(server, {
    connectionsMax: 4,
    strangersPerAddressMax: 100,
    isProxy: () => false,
    onClosed: () => (closed += 1),
    ...limits,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // as: it listens on a port
  const open = (): Promise<Client> =>
    new Promise((resolve) => {
      const arrived = new Promise<void>((settle) => server.once('connection', () => settle()));
      const socket = connect(port, '127.0.0.1', () => {
        const key = `127.0.0.1 ${socket.localPort}`;
        void arrived.then(() => resolve({ key, socket }));
      });
      socket.on('error', () => undefined).resume();
      clients.push(socket);
    });
  return { gate, open, closed: () => closed };
}

const isClosed = ({ socket }: Client): boolean => socket.closed;

it('closes the connection that has been idle for longest when there are too many', async () => {
  const { gate, open, closed } = await start({});
  const [first, second, third] = [await open(), await open(), await open()];
  await open();
  gate.begin(first.key);
  await open();
  await expect.poll(() => isClosed(second)).toBe(true);
  // Idle for less long than all others, once its request has ended.
  gate.end(first.key);
  await open();
  await expect.poll(() => isClosed(third)).toBe(true);
  expect([isClosed(first), closed()]).toEqual([false, 2]);
});

it('closes those of strangers before those of callers who are known', async () => {
  const { gate, open } = await start({});
  const [known, stranger] = [await open(), await open()];
  gate.know(known.key);
  for (let i = 0; i < 4; i += 1) await open();
  await expect.poll(() => isClosed(stranger)).toBe(true);
  expect(isClosed(known)).toBe(false);
});

it('closes one of a caller who is known when there is no other, and refuses a new one when all are busy', async () => {
  const { gate, open } = await start({});
  const connections = [await open(), await open(), await open(), await open()];
  for (const { key } of connections) gate.know(key);
  await open();
  await expect.poll(() => connections.map(isClosed)).toEqual([true, false, false, false]);
  const more = await open();
  for (const { key } of [...connections, more]) gate.begin(key);
  const refused = await open();
  await expect.poll(() => isClosed(refused)).toBe(true);
  expect([...connections, more].map(isClosed)).toEqual([true, false, false, false, false]);
});

it('holds strangers of one address to their share, but not those behind a proxy, nor callers who are known', async () => {
  const { gate, open } = await start({ strangersPerAddressMax: 2, connectionsMax: 100 });
  const [first, second] = [await open(), await open()];
  await open();
  await expect.poll(() => isClosed(first)).toBe(true);
  gate.know(second.key);
  const more = await open();
  await open();
  expect([isClosed(second), isClosed(more)]).toEqual([false, false]);
});

it('does not count the connections of a proxy as those of one address', async () => {
  const { open } = await start({
    strangersPerAddressMax: 2,
    connectionsMax: 100,
    isProxy: (address) => address === '127.0.0.1',
  });
  const connections = [];
  for (let i = 0; i < 10; i += 1) connections.push(await open());
  expect(connections.filter(isClosed)).toEqual([]);
});

it('calls a connection the same from both ends of a layer', () => {
  expect(keyOf({ remoteAddress: '::1', remotePort: 4711 })).toBe('::1 4711');
});
