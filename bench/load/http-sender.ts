import net from 'node:net';

/** One request's response. */
export interface Reply {
  readonly status: number;
  /** From `Retry-After`, in milliseconds; 0 without one. */
  readonly retryAfterMs: number;
  readonly body: Buffer;
}

/** One connection that sends a request and waits for its reply. */
export interface Sender {
  /**
   * Connects, so that the first request need not wait for it; where that fails, the first request
   * tells.
   */
  open(): Promise<void>;
  send(body: Buffer): Promise<Reply>;
  close(): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * HTTP/1.1 over a bare socket: a client library would cost more CPU than the server under test.
 * Knows just what an OTLP reply has: a status line, headers and a body with Content-Length.
 */
export class HttpSender implements Sender {
  readonly #url: URL;
  /** The first line of every request, and the host. */
  readonly #target: string;
  readonly #headers: string;
  #socket: net.Socket | null = null;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void } | null = null;

  /** Sends to `v1/traces` under the address, as OTEL_EXPORTER_OTLP_ENDPOINT says. */
  constructor(
    url: URL,
    encoding: 'identity' | 'gzip',
    contentType = 'application/x-protobuf',
    key: string | null = null,
  ) {
    this.#url = url;
    const gzip = encoding === 'gzip' ? 'Content-Encoding: gzip\r\n' : '';
    const authorization = key === null ? '' : `Authorization: Bearer ${key}\r\n`;
    this.#target = `POST ${url.pathname.replace(/\/$/, '')}/v1/traces HTTP/1.1\r\nHost: ${url.host}\r\n`;
    this.#headers = `${this.#target}Content-Type: ${contentType}\r\n${gzip}${authorization}Content-Length: `;
  }

  open(): Promise<void> {
    const socket = this.#connect();
    return new Promise((resolve) => void socket.once('connect', resolve).once('close', resolve));
  }

  /** With these headers instead of its own if given. */
  send(body: Buffer, headers?: Readonly<Record<string, string>>): Promise<Reply> {
    const head = headers === undefined ? this.#headers : this.#headWith(headers);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      const socket = this.#connect();
      socket.cork();
      socket.write(`${head}${body.length}\r\n\r\n`, 'latin1');
      socket.write(body);
      socket.uncork();
    });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
  }

  #headWith(headers: Readonly<Record<string, string>>): string {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `${this.#target}${lines.join('')}Content-Length: `;
  }

  #connect(): net.Socket {
    if (this.#socket !== null) return this.#socket;
    const socket = net.connect({
      host: this.#url.hostname,
      port: Number(this.#url.port),
      noDelay: true,
    });
    this.#received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    const broken = (error: Error) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#waiting?.reject(error);
      this.#waiting = null;
    };
    socket.on('error', broken);
    socket.on('close', () => broken(new Error('The server closed the connection.')));
    this.#socket = socket;
    return socket;
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const bodyLength = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    const end = headEnd + 4 + bodyLength;
    if (this.#received.length < end) return;
    const body = Buffer.from(this.#received.subarray(headEnd + 4, end));
    this.#received = this.#received.subarray(end);
    const waiting = this.#waiting;
    this.#waiting = null;
    if (/connection: *close/i.test(head)) this.close();
    waiting?.resolve({
      status: Number(head.slice(9, 12)),
      retryAfterMs: Number(/retry-after: *(\d+)/i.exec(head)?.[1] ?? 0) * 1_000,
      body,
    });
  }
}
