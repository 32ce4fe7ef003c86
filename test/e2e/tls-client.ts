import { readFileSync } from 'node:fs';
import https from 'node:https';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import type { TlsCertificates } from '#test/tls-certificates.ts';
import { freshSpans, protobufRequest } from './otlp-messages.ts';

const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';

/** The certificate that a client shows. */
export interface ClientCertificate {
  readonly certFile: string;
  readonly keyFile: string;
}

export interface SecureReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface SecureRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly as?: ClientCertificate;
}

/** A request over HTTPS by a client that trusts the test's authority, on its own connection. */
export function secureRequest(
  { ca }: TlsCertificates,
  url: string,
  { method = 'GET', headers = {}, body, as }: SecureRequest = {},
): Promise<SecureReply> {
  const shown =
    as === undefined ? {} : { cert: readFileSync(as.certFile), key: readFileSync(as.keyFile) };
  return new Promise((resolve, reject) => {
    const request = https.request(
      url,
      { method, headers, agent: false, ca: readFileSync(ca), ...shown },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => (text += piece));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Exports one span over gRPC with TLS; rejects as the library does. */
export function secureExport(
  { ca }: TlsCertificates,
  port: number,
  as?: ClientCertificate,
  key?: string,
): Promise<void> {
  const shown =
    as === undefined
      ? ([null, null] as const)
      : ([readFileSync(as.keyFile), readFileSync(as.certFile)] as const);
  const client = new Client(`localhost:${port}`, credentials.createSsl(readFileSync(ca), ...shown));
  const asIs = (bytes: Buffer): Buffer => bytes;
  const metadata = new Metadata();
  if (key !== undefined) metadata.set('authorization', `Bearer ${key}`);
  return new Promise((resolve, reject) => {
    const options = { deadline: Date.now() + 60_000 };
    client.makeUnaryRequest(
      EXPORT,
      asIs,
      asIs,
      protobufRequest(freshSpans(1)),
      metadata,
      options,
      (error) => {
        client.close();
        if (error === null) resolve();
        else reject(error);
      },
    );
  });
}
