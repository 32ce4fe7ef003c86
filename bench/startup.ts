import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BenchServer } from './bench-server.ts';
import { cpuMicros, diskBytes, memoryMb } from './server-figures.ts';

/**
 * How long a start takes with the data on disk: from the spawn to the line that says it is ready,
 * after a clean stop and after kill -9. Then, a moment later, the first page of a list, with its
 * connection, and the same once more.
 */
const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    project: { type: 'string', default: 'load' },
    pause: { type: 'string', default: '1000' },
  },
});
if (values.dir === undefined) {
  console.log(
    'node bench/startup.ts --dir DIR [--rounds N] [--project NAME] [--pause MS]   DIR: a data directory, as bench/queries.ts --dir leaves one',
  );
} else {
  console.log(`${(diskBytes(values.dir) / 1e6).toFixed(0)} MB on disk`);
  for (let round = 0; round < Number(values.rounds); round++) {
    const signal = round % 2 === 0 ? 'SIGTERM' : 'SIGKILL';
    const server = await BenchServer.start(values.dir);
    const answeredMs = server.readyAfterMs + (await ask(`${server.url}/v1/projects`)).ms;
    const cpuMs = cpuMicros(server.pid) / 1_000;
    await delay(Number(values.pause));
    const list = `${server.url}/v1/projects/${values.project}/span_rows?limit=20`;
    const [first, second] = [await ask(list), await ask(list)];
    console.log(
      `ready after ${server.readyAfterMs.toFixed(0)} ms, first answer ${answeredMs.toFixed(0)} ms, CPU ${cpuMs.toFixed(0)} ms, ${memoryMb(server.pid).now.toFixed(0)} MB; newest 20 spans ${first.ms.toFixed(0)} ms (${first.status}), again ${second.ms.toFixed(0)} ms; now ${signal}`,
    );
    await server.stop(signal);
  }
}

async function ask(url: string): Promise<{ readonly status: number; readonly ms: number }> {
  const asked = performance.now();
  const reply = await fetch(url);
  await reply.arrayBuffer();
  return { status: reply.status, ms: performance.now() - asked };
}
