import { GrpcSender } from '../../bench/load/grpc-sender.ts';
import { HttpSender } from '../../bench/load/http-sender.ts';
import type { BootedServer } from '../e2e/boot.ts';
import type { Ledger } from './ledger.ts';

/** Sends from four connections, two of each wire, until the server is gone or `until` aborts. Only what was acknowledged enters the ledger. */
export async function sendUntil(
  server: BootedServer,
  ledger: Ledger,
  options: { readonly spansPerRequest: number; readonly until: AbortSignal },
): Promise<void> {
  const connections = ['http', 'http', 'grpc', 'grpc'].map((wire) =>
    wire === 'http' ? new HttpSender(new URL(server.url), 'identity') : new GrpcSender(server.grpcTarget, 'identity'),
  );
  await Promise.all(
    connections.map(async (connection) => {
      try {
        while (!options.until.aborted) {
          const batch = ledger.make(options.spansPerRequest);
          const reply = await connection.send(batch.body);
          if (reply.status === 200) ledger.acknowledge(batch);
        }
      } catch {
        // The server was ended in the middle: what was in flight was never acknowledged.
      } finally {
        connection.close();
      }
    }),
  );
}
