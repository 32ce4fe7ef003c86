import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boot } from './boot.ts';
import type { BootedServer } from './boot.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Every call of curl in them can be pasted, one after the other, into one shell. */
const GUIDES = [
  'README.md',
  'docs/guides/annotations.md',
  'docs/guides/annotation-configs.md',
  'docs/guides/filters.md',
  'docs/guides/metrics.md',
];

let server: BootedServer;
let folder: string;
beforeAll(async () => {
  server = await boot();
  folder = mkdtempSync(path.join(tmpdir(), 'telltale-guides-'));
});
afterAll(async () => {
  await server.dispose();
  rmSync(folder, { recursive: true });
});

/** The blocks for a shell that call curl. */
function commandsOf(guide: string): string {
  const blocks = [...readFileSync(path.join(ROOT, guide), 'utf8').matchAll(/```(?:sh|bash)\n([^]*?)```/g)].map(([, block = '']) => block);
  return blocks.filter((block) => /\bcurl\b/.test(block)).join('\n');
}

/** Runs commands as if pasted; a refusal ends them with its reply. */
function paste(commands: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const own = commands.replaceAll(/(?:http:\/\/)?localhost:6006/g, server.url);
  const script = `set -e -o pipefail\ncurl() { command curl --fail-with-body --max-time 60 "$@"; }\n${own}`;
  return new Promise((resolve, reject) => {
    const shell = spawn('bash', ['-c', script], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (data: Buffer) => (output += data.toString('utf8')));
    shell.on('error', reject);
    shell.on('close', (code) => resolve({ code, output }));
  });
}

it('what the guides say to type into a shell does what they say', async () => {
  for (const guide of GUIDES) {
    const commands = commandsOf(guide);
    expect(commands, guide).toContain('curl');
    const { code, output } = await paste(commands);
    expect({ guide, code, output: code === 0 ? '' : output.slice(-2_000) }).toEqual({ guide, code: 0, output: '' });
  }
});
