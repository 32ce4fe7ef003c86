import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as the server got it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | null;
  readonly encrypted: boolean;
  /** Headers and body, as they came over the line. */
  readonly text: string;
}

export interface MailServerOptions {
  /** The connection details for a client. */
  readonly password?: string;
  readonly tls?: boolean;
}

/**
 * A real mail server on a free port, which stores the mails it receives. Its certificate is not
 * trusted.
 */
export interface TestMailServer {
  readonly port: number;
  readonly received: ReceivedMail[];
  close(): Promise<void>;
}

export async function openMailServer(options: MailServerOptions = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: options.password === undefined,
    ...(options.tls === false
      ? { hideSTARTTLS: true, disabledCommands: ['STARTTLS'], allowInsecureAuth: true }
      : {}),
    onAuth: (auth, _session, done) =>
      auth.password === options.password
        ? done(null, { user: auth.username ?? '' })
        : done(new Error('Wrong password')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map((one) => one.address),
          user: typeof session.user === 'string' ? session.user : null,
          encrypted: session.secure,
          text: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // as: it listens on TCP, so its address is no path.
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The text of a mail, without what the line made of it. */
export function mailText({ text }: ReceivedMail): string {
  const body = text.slice(text.indexOf('\r\n\r\n') + 4);
  if (!/^content-transfer-encoding: quoted-printable/im.test(text)) return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The one link of a mail. */
export function mailLink(mail: ReceivedMail): string {
  const links = mailText(mail).match(/https?:\/\/\S+/g) ?? [];
  if (links.length !== 1 || links[0] === undefined)
    throw new Error(`${links.length} links in a mail`);
  return links[0];
}
