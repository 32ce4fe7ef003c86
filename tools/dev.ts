import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

/**
 * `npm run dev`: the server restarting and the page reloading as files change. Ctrl-C ends both.
 */
const root = path.resolve(import.meta.dirname, '..');
const watched = ['src/server', 'src/core', 'src/contracts'].map(
  (directory) => `--watch-path=${path.join(root, directory)}`,
);

const parts: readonly ChildProcess[] = [
  spawn(
    process.execPath,
    [
      ...watched,
      '--watch-preserve-output',
      'src/server/main.ts',
      'serve',
      ...process.argv.slice(2),
    ],
    {
      cwd: root,
      stdio: 'inherit',
    },
  ),
  spawn(process.execPath, [path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')], {
    cwd: root,
    stdio: 'inherit',
  }),
];

function stop(): void {
  for (const part of parts) part.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
// One is useless without the other.
for (const part of parts) part.on('exit', stop);
