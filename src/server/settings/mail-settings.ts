import {
  booleanValue,
  givenSecret,
  host,
  mailAddress,
  plainText,
  port,
} from './setting-parsers.ts';
import { optional, setting } from './setting.ts';

/** Settings of mail that goes out: alerts, and links to set a password. */
export const MAIL_SETTINGS = {
  smtpHostname: setting(
    'SMTP_HOSTNAME',
    'Mail',
    optional(host),
    null,
    'Mail server that outgoing mail is handed to; without one no mail is sent.',
    'none',
  ),
  smtpPort: setting(
    'SMTP_PORT',
    'Mail',
    port,
    587,
    'Port of the mail server: encrypted from the start on 465, by STARTTLS elsewhere. A password is sent over an encrypted line alone.',
  ),
  smtpUsername: setting(
    'SMTP_USERNAME',
    'Mail',
    optional(plainText),
    null,
    'Who signs in to the mail server.',
    'sign-in is disabled',
  ),
  smtpPassword: setting(
    'SMTP_PASSWORD',
    'Mail',
    optional(givenSecret),
    null,
    'The password of that user.',
    'none',
  ),
  smtpMailFrom: setting(
    'SMTP_MAIL_FROM',
    'Mail',
    mailAddress,
    'noreply@localhost',
    'Address that mails come from.',
  ),
  smtpValidateCerts: setting(
    'SMTP_VALIDATE_CERTS',
    'Mail',
    booleanValue,
    true,
    "Whether the mail server's certificate has to be one that is trusted.",
  ),
};
