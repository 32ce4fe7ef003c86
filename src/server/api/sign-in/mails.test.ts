import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMailer } from '#server/outbound/mailer.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import {
  mailLink,
  mailText,
  openMailServer,
  type ReceivedMail,
  type TestMailServer,
} from '#test/mail-server.ts';
import { addUser, login, signedIn } from '#test/sign-in.ts';

const ADA = 'ada@example.org';
const SECRET = 'an-admin-secret-of-32-characters-1';
const ROOT = { authorization: `Bearer ${SECRET}` };
const MINUTE = 60_000;
let smtp: TestMailServer;
let api: ApiApp;
let nowMs = Date.now();
beforeEach(async () => {
  nowMs = Date.now();
  smtp = await openMailServer();
  await open(smtp.port);
});
afterEach(async () => {
  await api.close();
  await smtp.close();
});

async function open(port: number): Promise<void> {
  const server = {
    hostname: '127.0.0.1',
    port,
    username: null,
    password: null,
    from: 'telltale@example.org',
    validateCerts: false,
  };
  api = await openApiApp({
    mailer: createMailer(server),
    access: {
      required: true,
      adminSecret: SECRET,
      now: () => nowMs,
      signIn: { limitAddresses: false },
    },
  });
}
const post = (url: string, payload: object, headers: Record<string, string> = {}): Promise<Reply> =>
  api.call({ method: 'POST', url, payload, headers });
const create = (user: object, more: object = {}): Promise<Reply> =>
  post(
    '/v1/users',
    {
      user: { auth_method: 'LOCAL', email: ADA, username: 'Ada', role: 'MEMBER', ...user },
      ...more,
    },
    ROOT,
  );
const askFor = (email: string, headers: Record<string, string> = {}): Promise<Reply> =>
  post('/auth/password-reset-email', { email }, headers);
const choose = (link: string, password: string): Promise<Reply> =>
  post('/auth/password-reset', {
    token: new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '',
    password,
  });
/** The mail of that number, once it is there. */
async function mail(number: number): Promise<ReceivedMail> {
  await expect.poll(() => smtp.received.length, { timeout: 20_000 }).toBe(number);
  const received = smtp.received[number - 1];
  if (received === undefined) throw new Error('no mail');
  return received;
}

describe('the welcome', () => {
  it('brings a link to a password, which works once, for a day', async () => {
    expect((await create({ username: 'Zoë 😀' })).status).toBe(201);
    const welcome = await mail(1);
    expect(welcome).toMatchObject({ from: 'telltale@example.org', to: [ADA], encrypted: true });
    expect(welcome.text).toMatch(/^Subject: Welcome to Telltale\r$/m);
    expect(welcome.text).toMatch(/^To: ada@example\.org\r$/m);
    expect(mailText(welcome)).toMatch(
      /^Hello Zoë 😀,\r\n\r\nYou have an account\. Choose a password here; the link works once, for 24 hours:\r\n\r\nhttp/,
    );
    const link = mailLink(welcome);
    expect(link).toMatch(
      /^http:\/\/localhost:6006\/reset-password#token=[\w-]{43}&email=ada%40example\.org$/,
    );
    nowMs += 23 * 60 * MINUTE;
    expect((await choose(link, 'chosen by Zoë')).status).toBe(204);
    expect((await login(api, ADA, 'chosen by Zoë')).status).toBe(204);
    expect((await choose(link, 'chosen by another')).status).toBe(401);
    expect((await login(api, ADA, 'chosen by another')).status).toBe(401);
  });

  it('is over after a day', async () => {
    await create({});
    const link = mailLink(await mail(1));
    nowMs += 24 * 60 * MINUTE;
    expect((await choose(link, 'too late')).status).toBe(401);
  });

  it.each([
    ['with a password', { password: 'given by root' }],
    ['of a directory', { auth_method: 'LDAP' }],
    ['of an identity provider', { auth_method: 'OAUTH2' }],
  ])('of a user %s says where to sign in, and nothing secret', async (_who, user) => {
    expect((await create(user)).status).toBe(201);
    const welcome = await mail(1);
    expect(mailLink(welcome)).toBe('http://localhost:6006/login');
    expect(welcome.text).not.toMatch(/given by root|token/);
  });

  it('is not sent to addresses it must not go to', async () => {
    await create({}, { send_welcome_email: false });
    await create({ email: 'eve@example.org', username: 'Eve' });
    expect((await mail(1)).to).toEqual(['eve@example.org']);
  });

  it('does not fail what was done when the mail server does', async () => {
    await smtp.close();
    expect((await create({})).status).toBe(201);
    expect(
      await api.meta.selectFrom('users').selectAll().where('email', '=', ADA).execute(),
    ).toHaveLength(1);
  });

  it('lets no name or address become a header or another recipient', async () => {
    for (const user of [
      { username: 'Ada\r\nBcc: eve@example.org' },
      { username: 'Ada\nBcc: eve@example.org' },
      { email: 'ada@example.org\r\nBcc:eve@example.org' },
      { email: 'ada@example.org,eve@example.org' },
    ])
      expect((await create(user)).status).toBe(422);
    // Neither is one address, for a mail server: it goes to none.
    expect((await create({ email: '"x"<eve>@example.org', username: 'quoted' })).status).toBe(201);
    expect((await create({ username: 'Ada\u2028Bcc: eve@example.org\u0085' })).status).toBe(201);
    const welcome = await mail(1);
    expect(welcome.to).toEqual([ADA]);
    const head = welcome.text.slice(0, welcome.text.indexOf('\r\n\r\n'));
    // The hexadecimal id is drawn by lot, and may hold these letters.
    expect(head.replace(/^Message-ID: <[^>]*>/im, '')).not.toMatch(/eve|bcc/i);
  });
});

describe('the link to a new password', () => {
  it('works once, for a quarter of an hour, and ends sessions', async () => {
    await addUser(api, ADA, 'MEMBER');
    const session = await signedIn(api, ADA);
    expect((await askFor(' ADA@example.org ')).status).toBe(204);
    const letter = await mail(1);
    expect(letter).toMatchObject({ to: [ADA], encrypted: true });
    expect(letter.text).toMatch(/^Subject: Your new password for Telltale\r$/m);
    expect(letter.text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(mailText(letter)).toContain(
      'The link works once, within 15 minutes. If you didn’t ask for it, ignore this e-mail.',
    );
    nowMs += 14 * MINUTE;
    expect((await choose(mailLink(letter), 'a new one')).status).toBe(204);
    expect((await api.get('/v1/user', session)).status).toBe(401);
    expect((await choose(mailLink(letter), 'another one')).status).toBe(401);
    expect((await login(api, ADA, 'a new one')).status).toBe(204);
  });

  it('is over after that, and when there is a newer one', async () => {
    await addUser(api, ADA, 'MEMBER');
    await askFor(ADA);
    const first = mailLink(await mail(1));
    await askFor(ADA);
    const second = mailLink(await mail(2));
    expect((await choose(first, 'by the first')).status).toBe(401);
    nowMs += 15 * MINUTE;
    expect((await choose(second, 'by the second')).status).toBe(401);
  });

  it('leads to this server, whatever the request calls it', async () => {
    await addUser(api, ADA, 'MEMBER');
    await askFor(ADA, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    });
    expect(mailLink(await mail(1))).toMatch(/^http:\/\/localhost:6006\/reset-password#/);
  });

  it('does not reveal which accounts there are', async () => {
    await addUser(api, ADA, 'MEMBER');
    const elsewhere = {
      email: 'lin@example.org',
      username: 'Lin',
      role: 'MEMBER',
      auth_method: 'LDAP',
    } as const;
    await api.meta
      .insertInto('users')
      .values({ ...elsewhere, created_at_ms: 1, updated_at_ms: 1 })
      .execute();
    const ofEach = new Set(['date', 'x-request-id']);
    const seen = ({ status, text, headers }: Reply): unknown => [
      status,
      text,
      Object.entries(headers).filter(([name]) => !ofEach.has(name)),
    ];
    const strangers = [
      'nobody@example.org',
      'system@localhost',
      'lin@example.org',
      'ada@example.org\r\nBcc: eve@example.org',
      'no address',
      '*',
    ];
    const [known, ...unknown] = await Promise.all(
      [ADA, ...strangers].map((email) => askFor(email)),
    );
    if (known === undefined) throw new Error('no reply');
    expect(known.status).toBe(204);
    for (const reply of unknown) expect(seen(reply)).toEqual(seen(known));
    expect((await mail(1)).to).toEqual([ADA]);
    // One more mail, so that a mail to a stranger would have arrived before it.
    await askFor(ADA);
    expect((await mail(2)).to).toEqual([ADA]);
    await api.audit.log.flush();
    const rows = await api.meta
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'target_id', 'result'])
      .execute();
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1);
  });

  it('is not waited for: a mail server that hangs delays no caller, known or not', async () => {
    const lines: Socket[] = [];
    const silent = createServer((socket) => lines.push(socket.on('error', () => {})));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    try {
      await api.close();
      // as: it listens on TCP, so its address is no path.
      await open((silent.address() as AddressInfo).port);
      await addUser(api, ADA, 'MEMBER');
      for (const email of [ADA, 'nobody@example.org'])
        expect((await askFor(email)).status).toBe(204);
      expect((await create({ email: 'eve@example.org', username: 'Eve' })).status).toBe(201);
      // The letters are on their way all the same.
      await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(2);
    } finally {
      for (const line of lines) line.destroy();
      await new Promise((resolve) => silent.close(resolve));
    }
  });
});
