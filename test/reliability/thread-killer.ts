import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** A message of the DevTools protocol, as far as it matters here. */
const Attached = Type.Object({
  method: Type.Literal('NodeWorker.attachedToWorker'),
  params: Type.Object({ sessionId: Type.String(), workerInfo: Type.Object({ title: Type.String() }) }),
});
const WITHIN_MS = 10_000;

/**
 * Ends every thread of that name in a running server, from outside: the process was started with `NODE_OPTIONS=--inspect=127.0.0.1:0`, and
 * its inspector runs `process.exit` in the thread.
 */
export async function killThreads(stderr: string, name: string): Promise<void> {
  const address = /Debugger listening on (ws:\S+)/.exec(stderr)?.[1];
  if (address === undefined) throw new Error('The server was not started with --inspect.');
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const killed = new Promise<void>((resolve, reject) => {
    setTimeout(() => reject(new Error(`No thread called ${name} showed up.`)), WITHIN_MS).unref();
    socket.addEventListener('message', (event) => {
      const message: unknown = JSON.parse(String(event.data));
      if (!Value.Check(Attached, message) || !message.params.workerInfo.title.includes(name)) return;
      const { sessionId } = message.params;
      const inner = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: 'process.exit(9)' } });
      socket.send(JSON.stringify({ id: 2, method: 'NodeWorker.sendMessageToWorker', params: { sessionId, message: inner } }));
      setTimeout(resolve, 100);
    });
  });
  socket.send(JSON.stringify({ id: 1, method: 'NodeWorker.enable', params: { waitForDebuggerOnStart: false } }));
  await killed;
  socket.close();
}
