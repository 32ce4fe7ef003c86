import { setTimeout as delay } from 'node:timers/promises';
import { GrpcSender } from '../../bench/load/grpc-sender.ts';
import { HttpSender, type Sender } from '../../bench/load/http-sender.ts';
import type { BootedServer } from '#test/e2e/boot.ts';
import type { Ledger } from './ledger.ts';

type LedgerWire = 'protobuf' | 'json' | 'grpc';
const WIRES: readonly LedgerWire[] = ['protobuf', 'json', 'grpc', 'grpc'];

/**
 * Sends from four connections over all three wires, until the server is gone or `until` aborts.
 * Only what was acknowledged enters the ledger.
 */
export async function sendUntil(
  server: BootedServer,
  ledger: Ledger,
  options: {
    readonly spansPerRequest: number;
    readonly until: AbortSignal;
    readonly pauseMs?: number;
  },
): Promise<void> {
  await Promise.all(
    WIRES.map(async (wire) => {
      const connection = openSender(server, wire);
      try {
        while (!options.until.aborted) {
          const batch = ledger.make(options.spansPerRequest);
          const reply = await connection.send(wire === 'json' ? batch.json() : batch.body);
          if (reply.status === 200) ledger.acknowledge(batch);
          if (options.pauseMs !== undefined) await delay(options.pauseMs);
        }
      } catch {
        // The server was ended in the middle: what was in flight was never acknowledged.
      } finally {
        connection.close();
      }
    }),
  );
}

function openSender(server: BootedServer, wire: LedgerWire): Sender {
  if (wire === 'grpc') return new GrpcSender(server.grpcTarget, 'identity');
  return new HttpSender(
    new URL(server.url),
    'identity',
    wire === 'json' ? 'application/json' : 'application/x-protobuf',
  );
}
