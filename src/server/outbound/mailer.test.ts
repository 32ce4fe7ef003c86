import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '#test/e2e/free-port.ts';
import { openMailServer, type MailServerOptions, type TestMailServer } from '#test/mail-server.ts';
import { createMailer, type Mailer, type MailServer } from './mailer.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function mailServer(options: MailServerOptions = {}): Promise<TestMailServer> {
  const server = await openMailServer(options);
  open.push(() => server.close());
  return server;
}

function mailerTo(port: number, options: Partial<MailServer> = {}): Mailer {
  return createMailer({
    hostname: '127.0.0.1',
    port,
    username: null,
    password: null,
    from: 'telltale@example.org',
    validateCerts: false,
    ...options,
  });
}

const MAIL = {
  to: 'ada@example.org',
  subject: 'A key expires soon',
  text: 'The key "ci" expires in 7 days.\n',
};

describe('mailer', () => {
  it('hands a mail over, encrypted and signed in', async () => {
    const { port, received } = await mailServer({ password: 'hunter22' });
    await mailerTo(port, { username: 'telltale', password: 'hunter22' }).send(MAIL);
    expect(received).toMatchObject([
      { from: 'telltale@example.org', to: ['ada@example.org'], user: 'telltale', encrypted: true },
    ]);
    const [mail] = received;
    expect(mail?.text).toContain('Subject: A key expires soon\r\n');
    expect(mail?.text).toContain('From: Telltale <telltale@example.org>\r\n');
    expect(mail?.text).toContain('expires in 7 days');
  });

  it('lets nothing of a subject become a header, and nothing of a name a recipient', async () => {
    const { port, received } = await mailServer();
    const mailer = mailerTo(port);
    await mailer.send({
      ...MAIL,
      subject: 'Hello\r\nBcc: eve@example.org\r\n\r\nBody\u2028X\u0000',
    });
    expect(received[0]?.to).toEqual(['ada@example.org']);
    expect(received[0]?.text).not.toMatch(/^bcc:/im);
    for (const to of [
      'ada@example.org\r\nRCPT TO:<eve@example.org>',
      'a@b.c,eve@example.org',
      'Eve <eve@example.org>',
      '<eve@x.org>',
      'a b@x.org',
      '',
      '@x.org',
      '"a@x"@x.org',
    ])
      await expect(mailer.send({ ...MAIL, to })).rejects.toMatchObject({ code: 'unprocessable' });
    expect(received).toHaveLength(1);
  });

  it('never shows a password to a line that is not encrypted', async () => {
    const { port, received } = await mailServer({ password: 'hunter22', tls: false });
    await expect(
      mailerTo(port, { username: 'telltale', password: 'hunter22' }).send(MAIL),
    ).rejects.toMatchObject({ code: 'unavailable' });
    expect(received).toEqual([]);
  });

  it('refuses an untrusted certificate, unless verification is off', async () => {
    const { port, received } = await mailServer();
    await expect(mailerTo(port, { validateCerts: true }).send(MAIL)).rejects.toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('certificate'),
    });
    expect(received).toEqual([]);
  });

  it('includes the reply of the mail server', async () => {
    const { port } = await mailServer({ password: 'hunter22' });
    await expect(
      mailerTo(port, { username: 'telltale', password: 'wrong' }).send(MAIL),
    ).rejects.toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('Wrong password'),
    });
    const unusedPort = await freePort();
    await expect(mailerTo(unusedPort).send(MAIL)).rejects.toMatchObject({
      detail: expect.stringContaining(`127.0.0.1:${unusedPort}`),
    });
  });
});
