import type { Transporter } from 'nodemailer';
import { AppError } from '#contracts/wire/errors.ts';
import { isMailAddress } from '#contracts/users/mail-address.ts';

/** Where mail is handed over, and as whom. */
export interface MailServer {
  readonly hostname: string;
  readonly port: number;
  readonly username: string | null;
  readonly password: string | null;
  /** The address mails come from. */
  readonly from: string;
  /** Whether the server's certificate has to be one that is trusted. */
  readonly validateCerts: boolean;
}

/** A plain-text mail to one recipient. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * Sends mail. Resolves once the server has taken it; rejects with `unprocessable` for what cannot
 * be sent, and with `unavailable` for what may work later.
 */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

const IMPLICIT_TLS_PORT = 465;
const CONNECT_MS_MAX = 10_000;
const SILENCE_MS_MAX = 15_000;
const SEND_MS_MAX = 30_000;
const SUBJECT_CHARS_MAX = 200;
const TEXT_CHARS_MAX = 100_000;
const REASON_CHARS_MAX = 300;
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Mail over SMTP: encrypted from the start on port 465, by STARTTLS on other ports. Never sends a
 * password unencrypted. Every mail has its own connection and deadline.
 */
export function createMailer(server: MailServer): Mailer {
  let transport: Promise<Transporter> | undefined;
  return {
    async send({ to, subject, text }) {
      if (!isMailAddress(to))
        throw new AppError('unprocessable', `'${oneLine(to).slice(0, 80)}' is not a mail address.`);
      transport ??= openTransport(server);
      try {
        await (
          await transport
        ).sendMail({
          from: { name: 'Telltale', address: server.from },
          to: { name: '', address: to },
          subject: oneLine(subject).slice(0, SUBJECT_CHARS_MAX),
          text: text.slice(0, TEXT_CHARS_MAX),
          // No absence note should come back for it.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(SEND_MS_MAX),
        });
      } catch (cause) {
        const reason = oneLine(cause instanceof Error ? cause.message : String(cause)).slice(
          0,
          REASON_CHARS_MAX,
        );
        throw new AppError(
          'unavailable',
          `The mail server ${server.hostname}:${server.port} did not take the mail: ${reason}`,
          { cause },
        );
      }
    },
  };
}

/** The library is loaded with the first mail: no start waits for it. */
async function openTransport({
  hostname,
  port,
  username,
  password,
  validateCerts,
}: MailServer): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host: hostname,
    port,
    secure: port === IMPLICIT_TLS_PORT,
    requireTLS: password !== null,
    ...(username === null ? {} : { auth: { user: username, pass: password ?? '' } }),
    tls: { rejectUnauthorized: validateCerts, minVersion: 'TLSv1.2' },
    connectionTimeout: CONNECT_MS_MAX,
    greetingTimeout: CONNECT_MS_MAX,
    dnsTimeout: CONNECT_MS_MAX,
    socketTimeout: SILENCE_MS_MAX,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function oneLine(text: string): string {
  return text.replaceAll(CONTROLS, ' ');
}
