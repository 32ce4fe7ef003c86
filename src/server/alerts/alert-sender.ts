import { AppError } from '#contracts/wire/errors.ts';
import type { SecretBox } from '#server/auth/secret-box.ts';
import type { AddressPolicy } from '#server/outbound/address-policy.ts';
import type { Mailer } from '#server/outbound/mailer.ts';
import { checkWebhookUrl, sendWebhook } from '#server/outbound/webhook.ts';
import type { AlertChannelRecord } from '#server/stores/meta/alert-tables.ts';

export interface AlertSenderOptions {
  readonly policy: AddressPolicy;
  /** Null when no mail server is configured. */
  readonly mailer: Mailer | null;
  /** Null when the server has no secret to encrypt others with. */
  readonly secretBox: SecretBox | null;
  readonly now: () => number;
}

/** A notification as an email and as a webhook body. */
export interface AlertMessage {
  /** The same for every attempt. */
  readonly deliveryId: string;
  readonly subject: string;
  readonly text: string;
  readonly body: object;
}

/** Binds a webhook's stored secret to its row. */
const SECRET_NAME = 'alert_channels.secret';

/** Sends what there is to tell to the channels of alerts. */
export class AlertSender {
  readonly #options: AlertSenderOptions;

  constructor(options: AlertSenderOptions) {
    this.#options = options;
  }

  /** The secret of a webhook as it is stored. */
  sealSecret(secret: string): Uint8Array {
    const { secretBox } = this.#options;
    if (secretBox === null)
      throw new AppError(
        'unprocessable',
        'body.secret cannot be stored: the server has no encryption key. Start it with SERVICE_SECRET, at least 32 characters.',
      );
    return secretBox.seal(SECRET_NAME, secret);
  }

  /**
   * Rejects addresses that are certain to be forbidden; names are resolved when something is sent.
   */
  checkUrl(url: string): void {
    checkWebhookUrl(url, this.#options.policy);
  }

  /** Rejects mail where there is no mail server. */
  checkMail(): void {
    if (this.#options.mailer === null) throw noMailServer();
  }

  /**
   * Sends to one recipient of a channel (null for its webhook). Rejects with `unprocessable` for
   * what no further attempt would change, and with `unavailable` for what may work later.
   */
  async send(
    channel: AlertChannelRecord,
    recipient: string | null,
    { deliveryId, subject, text, body }: AlertMessage,
  ): Promise<void> {
    const { mailer, policy, now } = this.#options;
    if (channel.kind === 'mail') {
      if (mailer === null) throw noMailServer();
      await mailer.send({ to: recipient ?? '', subject, text });
      return;
    }
    await sendWebhook(
      { url: channel.url ?? '', secret: this.#secretOf(channel), deliveryId, body },
      { policy, now },
    );
  }

  /**
   * Whether the channel has a secret that cannot be read: it was stored under another server
   * secret.
   */
  isLocked({ secret }: Pick<AlertChannelRecord, 'secret'>): boolean {
    return secret !== null && (this.#options.secretBox?.open(SECRET_NAME, secret) ?? null) === null;
  }

  #secretOf({ name, secret }: AlertChannelRecord): string {
    const opened =
      secret === null ? null : (this.#options.secretBox?.open(SECRET_NAME, secret) ?? null);
    if (opened === null)
      throw new AppError(
        'unprocessable',
        `The secret of channel '${name}' cannot be read: it was stored under another SERVICE_SECRET. Give the channel a new secret.`,
      );
    return opened;
  }
}

/** Whom a channel tells: each address, or its webhook alone as null. */
export function recipientsOf({ kind, recipients }: AlertChannelRecord): readonly (string | null)[] {
  // as: written by this server, from a body that was validated.
  return kind === 'mail' ? (JSON.parse(recipients) as string[]) : [null];
}

function noMailServer(): AppError {
  return new AppError(
    'unprocessable',
    'No mail can be sent: the server has no mail server. Start it with SERVICE_SMTP_HOSTNAME.',
  );
}
