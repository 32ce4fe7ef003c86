import { expect } from 'vitest';
import {
  mailLink,
  openMailServer,
  type ReceivedMail,
  type TestMailServer,
} from '#test/mail-server.ts';
import { bootClosed, operator } from './closed-server.ts';
import { serverPerFile } from './page-test.ts';

let smtp: TestMailServer;
const it = serverPerFile(async (onEnd) => {
  smtp = await openMailServer({ password: 'of the mail server' });
  onEnd(() => smtp.close());
  return await bootClosed({
    SERVICE_DISABLE_RATE_LIMIT: 'true',
    SERVICE_SMTP_HOSTNAME: '127.0.0.1',
    SERVICE_SMTP_PORT: String(smtp.port),
    SERVICE_SMTP_USERNAME: 'telltale',
    SERVICE_SMTP_PASSWORD: 'of the mail server',
    SERVICE_SMTP_VALIDATE_CERTS: 'false',
    SERVICE_SMTP_MAIL_FROM: 'telltale@example.org',
  });
}).extend('allowed', () => [/status of 401/]);

async function mail(number: number): Promise<ReceivedMail> {
  await expect.poll(() => smtp.received.length).toBe(number);
  const received = smtp.received[number - 1];
  if (received === undefined) throw new Error('no mail');
  return received;
}
it('brings a user in by the welcome mail, and back in by a mail when the password is forgotten', async ({
  page,
  server,
}) => {
  const user = { auth_method: 'LOCAL', email: 'ada@example.org', username: 'Ada', role: 'VIEWER' };
  const made = await operator(server, 'POST', '/v1/users', { user });
  expect(made.status).toBe(201);
  const welcome = await mail(1);
  expect(welcome).toMatchObject({
    to: ['ada@example.org'],
    from: 'telltale@example.org',
    user: 'telltale',
    encrypted: true,
  });
  const choose = async (link: string, password: string): Promise<void> => {
    // Only what is behind the # differs between two links, which loads no page.
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('New password again').fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
  };
  const account = page.getByRole('link', { name: /Ada.*Viewer.*your account/s });
  await choose(mailLink(welcome), 'the first one');
  await account.waitFor();

  await account.click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).last().click();
  await page.getByText('You are signed out.').waitFor();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  for (const email of ['nobody@example.org', 'ada@example.org']) {
    // The screen before has a field of that name too.
    await page.getByRole('button', { name: 'Send me a link' }).waitFor();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await page
      .getByText('If an account with this address exists, we sent an e-mail with a link.')
      .waitFor();
    await page.reload();
  }
  const letter = await mail(2);
  expect(letter.to).toEqual(['ada@example.org']);
  await choose(mailLink(letter), 'the second one');
  await account.waitFor();
  await choose(mailLink(letter), 'the third one');
  await page.getByText('This link is no longer valid').waitFor();
});
