import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** Messages of the DevTools protocol, as far as they matter here. */
const Attached = Type.Object({
  method: Type.Literal('NodeWorker.attachedToWorker'),
  params: Type.Object({
    sessionId: Type.String(),
    workerInfo: Type.Object({ title: Type.String() }),
  }),
});
const Received = Type.Object({
  method: Type.Literal('NodeWorker.receivedMessageFromWorker'),
  params: Type.Object({ sessionId: Type.String() }),
});
const Detached = Type.Object({
  method: Type.Literal('NodeWorker.detachedFromWorker'),
  params: Type.Object({ sessionId: Type.String() }),
});
const Answer = Type.Object({ id: Type.Number() });
const WITHIN_MS = 60_000;
/** The server's threads show up one after the other; none that runs takes longer to. */
const ATTACHED_WITHIN_MS = 200;

interface Inspector {
  /** Sends a command to the main thread, or to a worker's session. */
  readonly send: (method: string, params: object, sessionId?: string) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  readonly close: () => void;
}

/**
 * Inspects a running server from outside: it was started with `NODE_OPTIONS=--inspect=127.0.0.1:0`,
 * and printed the address on stderr.
 */
async function inspect(stderr: string): Promise<Inspector> {
  const address = /Debugger listening on (ws:\S+)/.exec(stderr)?.[1];
  if (address === undefined) throw new Error('The server was not started with --inspect.');
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let id = 0;
  const send = (method: string, params: object, sessionId?: string): void => {
    id += 1;
    if (sessionId === undefined) socket.send(JSON.stringify({ id, method, params }));
    else
      send('NodeWorker.sendMessageToWorker', {
        sessionId,
        message: JSON.stringify({ id, method, params }),
      });
  };
  return {
    send,
    onMessage: (listener) =>
      socket.addEventListener('message', (event) => listener(JSON.parse(String(event.data)))),
    close: () => socket.close(),
  };
}

/** Ends every thread of that name in a server. */
export async function killThreads(stderr: string, name: string): Promise<void> {
  const inspector = await inspect(stderr);
  const killed = new Promise<void>((resolve, reject) => {
    setTimeout(() => reject(new Error(`No thread called ${name} showed up.`)), WITHIN_MS).unref();
    inspector.onMessage((message) => {
      if (!Value.Check(Attached, message) || !message.params.workerInfo.title.includes(name))
        return;
      inspector.send(
        'Runtime.evaluate',
        { expression: 'process.exit(9)' },
        message.params.sessionId,
      );
      setTimeout(resolve, 100);
    });
  });
  inspector.send('NodeWorker.enable', { waitForDebuggerOnStart: false });
  await killed;
  inspector.close();
}

/**
 * Has every thread of a server collect its garbage, so that what is left is held by something.
 * Resolves when all have; with patience, when those have that answered in that time: a thread that
 * waits for work without looking at messages never does.
 */
export async function collectGarbage(stderr: string, patienceMs?: number): Promise<void> {
  const inspector = await inspect(stderr);
  const collected = new Promise<void>((resolve, reject) => {
    setTimeout(
      () => reject(new Error('Not every thread collected its garbage in time.')),
      WITHIN_MS,
    ).unref();
    if (patienceMs !== undefined) setTimeout(resolve, patienceMs);
    const working = new Set<string>();
    let mainIsDone = false;
    let quiet: NodeJS.Timeout | null = null;
    const look = (): void => {
      if (quiet !== null) clearTimeout(quiet);
      if (mainIsDone && working.size === 0) quiet = setTimeout(resolve, ATTACHED_WITHIN_MS);
    };
    inspector.onMessage((message) => {
      if (Value.Check(Attached, message)) {
        working.add(message.params.sessionId);
        inspector.send('HeapProfiler.collectGarbage', {}, message.params.sessionId);
      } else if (Value.Check(Received, message) || Value.Check(Detached, message))
        working.delete(message.params.sessionId);
      // Attaching is requested first, so its reply and those of the workers' commands arrive before
      // this one, the last.
      else if (Value.Check(Answer, message) && message.id === 2) mainIsDone = true;
      look();
    });
  });
  inspector.send('NodeWorker.enable', { waitForDebuggerOnStart: false });
  inspector.send('HeapProfiler.collectGarbage', {});
  await collected;
  inspector.close();
}
