import { setTimeout as delay } from 'node:timers/promises';
import type { Notices } from '#core/ports/notices.ts';
import type { AnnotationRules } from '#server/api/annotations/configs/annotation-rules.ts';
import type { ExperimentFeed } from '#server/api/kit/experiments/experiment-feed.ts';
import type { OwnPriceBook } from '#server/api/prices/own-price-book.ts';
import type { Authenticator } from '#server/auth/authenticator.ts';
import type { CommitBroadcast } from '#server/ingest/wire/commit-broadcast.ts';
import type { Log } from '#server/telemetry/log.ts';

/** What this server holds in memory of data that other servers change. */
export interface HeldInMemory {
  readonly authenticator: Pick<Authenticator, 'changed'>;
  readonly annotationRules: Pick<AnnotationRules, 'changed'>;
  readonly ownPrices: Pick<OwnPriceBook, 'changed'>;
  readonly commits: Pick<CommitBroadcast, 'heard'>;
  readonly experimentFeed: Pick<ExperimentFeed, 'heard' | 'subscribe'>;
}

const RETRY_MS = 1_000;

/** Keeps it true to what other servers write, and notifies them of changes of experiments. */
export function followServers(notices: Notices, held: HeldInMemory, log: Log): void {
  const { authenticator, annotationRules, ownPrices, commits, experimentFeed } = held;
  notices.subscribe('access', () => authenticator.changed());
  notices.subscribe('annotation_configs', () => annotationRules.changed());
  notices.subscribe('model_prices', () => void readPrices(ownPrices, log));
  notices.subscribe('commits', (items) => commits.heard(items?.map(Number) ?? null));
  notices.subscribe('experiments', (items) => experimentFeed.heard(items?.map(Number) ?? null));
  experimentFeed.subscribe((id) => notices.publish('experiments', [id]));
}

/** Until it succeeds: spans would be priced by the old ones. */
async function readPrices(ownPrices: HeldInMemory['ownPrices'], log: Log): Promise<void> {
  for (;;) {
    try {
      return await ownPrices.changed();
    } catch (error) {
      log.warn({ err: error }, 'custom prices could not be read; retrying');
      await delay(RETRY_MS, undefined, { ref: false });
    }
  }
}
