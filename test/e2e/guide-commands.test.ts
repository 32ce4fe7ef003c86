import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMailServer, type TestMailServer } from '#test/mail-server.ts';
import { boot, type BootedServer } from './boot.ts';
import { ADMIN_SECRET, bootClosed, makeApiKey } from './closed-server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/**
 * Every call of curl in them can be pasted, one after the other, into one shell. Later guides use
 * what earlier ones created.
 */
const GUIDES = [
  'README.md',
  'docs/guides/annotations.md',
  'docs/guides/annotation-configs.md',
  'docs/guides/filters.md',
  'docs/guides/search.md',
  'docs/guides/metrics.md',
  'docs/guides/costs.md',
  'docs/guides/projects.md',
  'docs/guides/sessions-and-users.md',
  'docs/guides/datasets.md',
  'docs/guides/dataset-work.md',
];
/** The same, for a server with authentication. */
const GUIDES_OF_ACCESS = [
  'docs/guides/api-keys.md',
  'docs/guides/alerts.md',
  'docs/guides/audit-log.md',
];
/** Guides that call curl in a block and are not pasted here, and why. */
const NOT_PASTED: Readonly<Record<string, string>> = {
  'docs/guides/rereading.md':
    'it stops and resumes a job by an id; the calls run in rereads.test.ts',
  'docs/guides/ci.md': 'the steps of its workflow run in experiment-guides.test.ts',
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'telltale-guides-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function blocksOf(guide: string): readonly { readonly language: string; readonly text: string }[] {
  const blocks = readFileSync(path.join(ROOT, guide), 'utf8').matchAll(
    /^ *```([^\n]*)\n([^]*?)^ *```/gm,
  );
  return [...blocks].map(([, language = '', text = '']) => ({ language, text }));
}

const callsCurl = ({ text }: { readonly text: string }): boolean => /\bcurl\b/.test(text);

/** The blocks for a shell that call curl. */
function commandsOf(guide: string): string {
  const shell = blocksOf(guide).filter(({ language }) => language === 'sh' || language === 'bash');
  return shell
    .filter(callsCurl)
    .map(({ text }) => text)
    .join('\n');
}

/** Where the commands go, and what their reader has set. */
interface Shell {
  readonly server: BootedServer;
  readonly env?: Readonly<Record<string, string>>;
  /** The receiver of webhooks in place of the one that the guides name, which is not called. */
  readonly hook?: string;
}

/** Runs commands as if pasted; a refusal ends them with its reply. */
function paste(
  commands: string,
  { server, env = {}, hook }: Shell,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const local = commands.replaceAll(/(?:http:\/\/)?localhost:6006/g, server.url);
  const own = hook === undefined ? local : local.replaceAll('https://example.org/hook', hook);
  const script = `set -e -o pipefail\ncurl() { command curl --fail-with-body --max-time 60 "$@"; }\n${own}`;
  return new Promise((resolve, reject) => {
    const shell = spawn('bash', ['-c', script], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [shell.stdout, shell.stderr])
      stream.on('data', (data: Buffer) => (output += data.toString('utf8')));
    shell.on('error', reject);
    shell.on('close', (code) => resolve({ code, output }));
  });
}

async function pasteAll(guides: readonly string[], shell: Shell): Promise<void> {
  for (const guide of guides) {
    const commands = commandsOf(guide);
    expect(commands, guide).toContain('curl');
    const { code, output } = await paste(commands, shell);
    expect({ guide, code, output: code === 0 ? '' : output.slice(-2_000) }).toEqual({
      guide,
      code: 0,
      output: '',
    });
  }
}

async function startReceiver(): Promise<{
  readonly received: readonly string[];
  readonly url: string;
  close(): void;
}> {
  const received: string[] = [];
  const receiver = http.createServer((request, response) => {
    request.on('data', (chunk: Buffer) => received.push(chunk.toString()));
    request.on('end', () => response.end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  // as: it listens on TCP, so its address is no path.
  const { port } = receiver.address() as AddressInfo;
  return { received, url: `http://127.0.0.1:${port}/hook`, close: () => receiver.close() };
}

function mailEnv({ port }: TestMailServer): Record<string, string> {
  return {
    SERVICE_SMTP_HOSTNAME: '127.0.0.1',
    SERVICE_SMTP_PORT: String(port),
    SERVICE_SMTP_VALIDATE_CERTS: 'false',
  };
}

it('commands of the guides can be pasted into a shell', async () => {
  await using server = await boot();
  writeFileSync(
    path.join(folder, 'questions.csv'),
    'question,answer,topic\nHow long does a refund take?,Five days.,refunds\nWhere is my parcel?,On its way.,delivery\n',
  );
  const body = JSON.stringify({ name: 'shop-assistant' });
  const created = await fetch(`${server.url}/v1/projects`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(created.status).toBeLessThan(300);
  await pasteAll(GUIDES, { server });
  expect(readFileSync(path.join(folder, 'exported.csv'), 'utf8')).toContain(
    'How long does a refund take?',
  );
});

it('commands of the guides on keys, alerts and the audit log can be pasted where authentication is on', async () => {
  const receiver = await startReceiver();
  const mail = await openMailServer();
  try {
    await using server = await bootClosed({
      SERVICE_ALLOWED_PRIVATE_ADDRESSES: 'loopback',
      ...mailEnv(mail),
    });
    const { key } = await makeApiKey(server, { level: 'admin' });
    const env = { KEY: key, SERVICE_ADMIN_SECRET: ADMIN_SECRET };
    await pasteAll(GUIDES_OF_ACCESS, { server, env, hook: receiver.url });
    expect(receiver.received).toEqual(['{"event":"test"}']);
  } finally {
    receiver.close();
    await mail.close();
  }
});

it('every guide with a call of curl is pasted, or says why not', () => {
  const docs = readdirSync(path.join(ROOT, 'docs'), { encoding: 'utf8', recursive: true }).filter(
    (file) => file.endsWith('.md'),
  );
  const calling = ['README.md', ...docs.map((file) => path.posix.join('docs', file))].filter(
    (file) => blocksOf(file).some(callsCurl),
  );
  expect(calling.toSorted()).toEqual(
    [...GUIDES, ...GUIDES_OF_ACCESS, ...Object.keys(NOT_PASTED)].toSorted(),
  );
});
