import { addSent, NOTHING_SENT } from '../load/send-requests.ts';
import type { Peer } from './peer.ts';
import { chunksOf } from './peer-loads.ts';

/** What is left of acknowledged spans after `kill -9`. */
export interface Loss {
  readonly name: string;
  readonly acknowledged: number;
  readonly stored: number;
  readonly seconds: number;
}

const KILL_AFTER_MS = 6_000;

/** Kills each while it takes spans, or right after the last, and counts what it has afterwards. */
export async function lossesOf(peers: readonly Peer[], spans: number): Promise<readonly Loss[]> {
  const chunks = [...chunksOf('in-order', spans, Date.now() % 2 ** 31)];
  const losses: Loss[] = [];
  for (const peer of peers) {
    const sends = chunks.map((chunk) => peer.prepare(chunk));
    let [sent, isKilled] = [NOTHING_SENT, false];
    const kill = async (): Promise<void> => {
      if (isKilled) return;
      isKilled = true;
      await peer.kill();
    };
    const killing = new Promise<void>((resolve) => {
      setTimeout(() => void kill().then(resolve), KILL_AFTER_MS);
    });
    for (const send of sends) {
      sent = addSent(sent, await send());
      if (sent.isBroken) break;
    }
    await kill();
    await killing;
    await peer.restart();
    losses.push({
      name: peer.name,
      acknowledged: sent.spans,
      stored: await peer.stored(),
      seconds: sent.seconds,
    });
  }
  return losses;
}
