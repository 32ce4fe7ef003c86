import { AlertSender } from '#server/alerts/alert-sender.ts';
import { SecretBox } from '#server/auth/secret-box.ts';
import { addressPolicy } from '#server/outbound/address-policy.ts';
import { createMailer, type Mailer } from '#server/outbound/mailer.ts';
import type { Config } from '../config.ts';

/** The server's outbound connections. */
export interface OutboundParts {
  /** Null when no mail server is configured. */
  readonly mailer: Mailer | null;
  readonly alertSender: AlertSender;
}

export function composeOutbound(config: Config): OutboundParts {
  const mailer = composeMailer(config);
  const alertSender = new AlertSender({
    policy: addressPolicy(config.allowedPrivateAddresses),
    mailer,
    secretBox: config.secret === null ? null : new SecretBox(config.secret),
    now: () => Date.now(),
  });
  return { mailer, alertSender };
}

/** Mail as configured; null without a mail server. */
function composeMailer(config: Config): Mailer | null {
  if (config.smtpHostname === null) return null;
  return createMailer({
    hostname: config.smtpHostname,
    port: config.smtpPort,
    username: config.smtpUsername,
    password: config.smtpPassword,
    from: config.smtpMailFrom,
    validateCerts: config.smtpValidateCerts,
  });
}
