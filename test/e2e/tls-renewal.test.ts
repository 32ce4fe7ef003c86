import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, credentials } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HAS_OPENSSL, makeTlsCertificates, type TlsCertificates } from '#test/tls-certificates.ts';
import { boot, type BootedServer } from './boot.ts';
import { freshSpans, protobufRequest } from './otlp-messages.ts';
import { secureExport, secureRequest } from './tls-client.ts';

const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
const WAIT = { timeout: 120_000, interval: 250 };

describe.skipIf(!HAS_OPENSSL)(
  'certificates that are renewed while the server runs (needs openssl)',
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'telltale-renewal-'));
    const file = (name: string): string => path.join(folder, name);
    let first: TlsCertificates;
    let second: TlsCertificates;
    let server: BootedServer;
    let url: string;
    let grpcPort: number;
    const put = (from: string, name: string): void => copyFileSync(from, file(name));
    const clientOf = (files: TlsCertificates) => ({
      certFile: files.clientCert,
      keyFile: files.clientKey,
    });
    const answers = async (files: TlsCertificates): Promise<boolean> =>
      await secureRequest(files, `${url}/health`, { as: clientOf(files) }).then(
        ({ status }) => status === 200,
        () => false,
      );
    const exports = async (files: TlsCertificates): Promise<boolean> =>
      await secureExport(files, grpcPort, clientOf(files)).then(
        () => true,
        () => false,
      );

    beforeAll(async () => {
      [first, second] = [makeTlsCertificates(), makeTlsCertificates()];
      put(first.serverCert, 'server.pem');
      put(first.serverKey, 'server.key');
      put(first.ca, 'ca.pem');
      server = await boot({
        env: {
          SERVICE_TLS_ENABLED: 'true',
          SERVICE_TLS_CERT_FILE: file('server.pem'),
          SERVICE_TLS_KEY_FILE: file('server.key'),
          SERVICE_TLS_CA_FILE: file('ca.pem'),
          SERVICE_TLS_VERIFY_CLIENT: 'true',
        },
      });
      url = `https://localhost:${new URL(server.url).port}`;
      grpcPort = Number(server.grpcTarget.split(':')[1]);
    });
    afterAll(async () => {
      await server.dispose();
      for (const files of [first, second]) files.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    it('are taken by both ports without ending a connection; what does not fit is not', async () => {
      const secrets = {
        ca: readFileSync(first.ca),
        cert: readFileSync(first.clientCert),
        key: readFileSync(first.clientKey),
      };
      const agent = new https.Agent({ keepAlive: true, maxSockets: 1, ...secrets });
      const exporter = new Client(
        `localhost:${grpcPort}`,
        credentials.createSsl(secrets.ca, secrets.key, secrets.cert),
      );
      const ask = (): Promise<{
        readonly status: number | undefined;
        readonly isSameConnection: boolean;
      }> =>
        new Promise((resolve, reject) => {
          const request = https.get(`${url}/health`, { agent }, (response) => {
            response
              .resume()
              .on('end', () =>
                resolve({ status: response.statusCode, isSameConnection: request.reusedSocket }),
              );
          });
          request.on('error', reject);
        });
      const send = (): Promise<void> =>
        new Promise((resolve, reject) => {
          const asIs = (bytes: Buffer): Buffer => bytes;
          const body = protobufRequest(freshSpans(1));
          exporter.makeUnaryRequest(
            EXPORT,
            asIs,
            asIs,
            body,
            { deadline: Date.now() + 60_000 },
            (error) => (error === null ? resolve() : reject(error)),
          );
        });
      try {
        expect(await ask()).toEqual({ status: 200, isSameConnection: false });
        await send();
        const connected = exporter.getChannel().getConnectivityState(false);

        // A certificate without its key: logged, and nothing changes.
        put(second.serverCert, 'server.pem');
        await vi.waitFor(() => expect(server.stderr).toContain('do not fit'), WAIT);
        expect(server.stderr).toContain('SERVICE_TLS_KEY_FILE is');
        expect([await answers(first), await exports(first), await answers(second)]).toEqual([
          true,
          true,
          false,
        ]);

        put(second.serverKey, 'server.key');
        put(second.ca, 'ca.pem');
        await vi.waitFor(
          async () => expect([await answers(second), await exports(second)]).toEqual([true, true]),
          WAIT,
        );
        // Neither the old certificate nor the old authority's clients are taken by what connects
        // now.
        expect([await answers(first), await exports(first)]).toEqual([false, false]);
        expect(await ask()).toEqual({ status: 200, isSameConnection: true });
        expect(exporter.getChannel().getConnectivityState(false)).toBe(connected);
        await send();
      } finally {
        agent.destroy();
        exporter.close();
      }
    });

    it('are taken at once when SIGHUP says so', async () => {
      await vi.waitFor(async () => expect(await answers(second)).toBe(true), WAIT);
      put(first.serverCert, 'server.pem');
      put(first.serverKey, 'server.key');
      put(first.ca, 'ca.pem');
      server.signal('SIGHUP');
      await vi.waitFor(
        async () => expect([await answers(first), await exports(first)]).toEqual([true, true]),
        WAIT,
      );
    });
  },
);
