import { readFile } from 'node:fs/promises';
import type { ClientAuth } from 'openid-client';

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const CHARS_MAX = 65_536;

/**
 * Authenticates a client with a token signed by a third party and stored in a file, as platforms provide for their workloads (RFC 7523).
 * Such tokens are short-lived: the file is read for each exchange.
 */
export class ClientAssertion {
  readonly #file: string;
  #token = '';

  constructor(file: string) {
    this.#file = file;
  }

  /** Call before each exchange. Rejects when the file holds no token. */
  async refresh(): Promise<void> {
    const text = (await readFile(this.#file, 'utf8')).trim();
    if (text.length > CHARS_MAX || !JWT.test(text)) throw new Error(`${this.#file} holds no token (a JWT).`);
    this.#token = text;
  }

  readonly authenticate: ClientAuth = (_server, { client_id: clientId }, body) => {
    body.set('client_id', clientId);
    body.set('client_assertion_type', TYPE);
    body.set('client_assertion', this.#token);
  };
}
