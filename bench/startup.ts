import { parseArgs } from 'node:util';
import { BenchServer } from './bench-server.ts';
import { cpuMicros, diskBytes, memoryMb } from './server-figures.ts';

/**
 * How long a start takes with the data on disk: from the spawn to the line that says it is ready,
 * after a clean stop and after kill -9.
 */
const { values } = parseArgs({
  options: { dir: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});
if (values.dir === undefined) {
  console.log(
    'node bench/startup.ts --dir DIR [--rounds N]   DIR: a data directory, as bench/queries.ts --dir leaves one',
  );
} else {
  console.log(`${(diskBytes(values.dir) / 1e6).toFixed(0)} MB on disk`);
  for (let round = 0; round < Number(values.rounds); round++) {
    const signal = round % 2 === 0 ? 'SIGTERM' : 'SIGKILL';
    const server = await BenchServer.start(values.dir);
    const asked = performance.now();
    const reply = await fetch(`${server.url}/v1/projects`);
    await reply.arrayBuffer();
    const answeredMs = server.readyAfterMs + performance.now() - asked;
    console.log(
      `ready after ${server.readyAfterMs.toFixed(0)} ms, first answer ${answeredMs.toFixed(0)} ms, CPU ${(cpuMicros(server.pid) / 1_000).toFixed(0)} ms, ${memoryMb(server.pid).now.toFixed(0)} MB; now ${signal}`,
    );
    await server.stop(signal);
  }
}
