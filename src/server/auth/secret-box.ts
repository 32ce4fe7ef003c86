import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The version of a box's format, in its first byte, so that later formats can be distinguished. */
const VERSION = 1;

/**
 * Encrypts secrets that are stored, each bound to its name, by AES-256-GCM with a key derived from
 * the server's secret. Someone with the database alone reads nothing; under another server secret
 * nothing opens.
 */
export class SecretBox {
  readonly #key: Buffer;

  constructor(serverSecret: string) {
    this.#key = Buffer.from(
      hkdfSync('sha256', serverSecret, 'telltale', 'stored secrets', KEY_BYTES),
    );
  }

  seal(name: string, value: string): Uint8Array {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(name));
    const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
    return new Uint8Array(Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), text]));
  }

  /** Null when it was sealed under another server secret or another name, or was changed since. */
  open(name: string, sealed: Uint8Array): string | null {
    const box = Buffer.from(sealed);
    const textAt = 1 + NONCE_BYTES + TAG_BYTES;
    if (box.length < textAt || box[0] !== VERSION) return null;
    const nonce = box.subarray(1, 1 + NONCE_BYTES);
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(name));
      decipher.setAuthTag(box.subarray(1 + NONCE_BYTES, textAt));
      return Buffer.concat([decipher.update(box.subarray(textAt)), decipher.final()]).toString(
        'utf8',
      );
    } catch {
      return null;
    }
  }
}
