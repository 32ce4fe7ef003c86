import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runClient } from '#test/clients/client-results.ts';
import { runExample } from '#test/examples/example-run.ts';
import { HAS_OPENSSL, makeTlsCertificates, type TlsCertificates } from '#test/tls-certificates.ts';
import { boot, runCommand, type BootedServer } from './boot.ts';
import { secureExport, secureRequest, type ClientCertificate } from './tls-client.ts';

/** The alert of the handshake, or the end of the line where that came first. */
const REFUSED = /certificate required|unknown ca|ECONNRESET|EPIPE|hang up|disconnected/i;

describe.skipIf(!HAS_OPENSSL)('a server that asks for client certificates (needs openssl)', () => {
  let files: TlsCertificates;
  let server: BootedServer;
  let url: string;
  let grpcPort: number;
  let exporter: ClientCertificate;
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    files = makeTlsCertificates();
    exporter = { certFile: files.clientCert, keyFile: files.clientKey };
    env = {
      PHOENIX_TLS_ENABLED: 'true',
      PHOENIX_TLS_CERT_FILE: files.serverCert,
      PHOENIX_TLS_KEY_FILE: files.serverKey,
      PHOENIX_TLS_CA_FILE: files.ca,
      PHOENIX_TLS_VERIFY_CLIENT: 'true',
    };
    server = await boot({ env });
    url = `https://localhost:${new URL(server.url).port}`;
    grpcPort = Number(server.grpcTarget.split(':')[1]);
  });
  afterAll(async () => {
    await server.dispose();
    files.remove();
  });

  it('answers clients that show one of its authority, and no others', async () => {
    const stranger = { certFile: files.strangerCert, keyFile: files.strangerKey };
    await expect(secureRequest(files, `${url}/health`)).rejects.toThrow(REFUSED);
    await expect(secureRequest(files, `${url}/health`, { as: stranger })).rejects.toThrow(REFUSED);
    expect((await secureRequest(files, `${url}/health`, { as: exporter })).status).toBe(200);
    await expect(secureExport(files, grpcPort)).rejects.toThrow(/UNAVAILABLE/);
    await expect(secureExport(files, grpcPort, stranger)).rejects.toThrow(/UNAVAILABLE/);
    await secureExport(files, grpcPort, exporter);
  });

  const spansOf = async (project: string): Promise<readonly unknown[]> => {
    const { status, text } = await secureRequest(files, `${url}/v1/projects/${project}/spans`, {
      as: exporter,
    });
    // as: the route's own tests check it
    return status === 200 ? (JSON.parse(text) as { readonly data: readonly unknown[] }).data : [];
  };
  const trust = (): Record<string, string> => ({
    OTEL_EXPORTER_OTLP_CERTIFICATE: files.ca,
    OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: files.clientCert,
    OTEL_EXPORTER_OTLP_CLIENT_KEY: files.clientKey,
  });

  it('takes spans of a real exporter over gRPC', async () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `https://localhost:${grpcPort}` };
    const without = { ...endpoint, OTEL_EXPORTER_OTLP_CERTIFICATE: files.ca };
    await expect(runExample('grpc-gzip', process.execPath, ['app.js'], without)).rejects.toThrow(
      /certificate required/,
    );
    expect(await spansOf('grpc-gzip')).toEqual([]);
    await runExample('grpc-gzip', process.execPath, ['app.js'], { ...endpoint, ...trust() });
    await expect.poll(async () => (await spansOf('grpc-gzip')).length).toBe(4);
  });

  it('takes spans of a real exporter over HTTPS', async () => {
    await runClient(server, 'js', process.execPath, 'otel-calls.js', { HTTP_URL: url, ...trust() });
    await expect.poll(async () => (await spansOf('js-register')).length).toBe(2);
  });

  it('is known to be there by commands that have no certificate', async () => {
    const running = { SERVICE_WORKING_DIR: server.directory, ...env };
    expect(await runCommand(['health'], running)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('asks for a client certificate'),
    });
    const doctor = await runCommand(['doctor'], running);
    expect([doctor.code, doctor.stdout]).toEqual([
      0,
      expect.stringContaining('asks for a client certificate; its wires are not tried'),
    ]);
  });

  it('is tried by the doctor before it runs', async () => {
    const { code, stdout } = await runCommand(['doctor'], {
      ...env,
      SERVICE_WORKING_DIR: `${server.directory}/another`,
    });
    expect(stdout).toMatch(/ok {4}http protobuf[^]*ok {4}http json[^]*ok {4}grpc/);
    expect(code).toBe(0);
  });
});
