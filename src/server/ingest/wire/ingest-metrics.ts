import type { Metrics } from '#server/telemetry/metrics.ts';
import type { RefusalReason } from './admission.ts';
import type { IngestOutcome, Signal } from '../both/ingest-message.ts';

/** How a request arrived; a label of metrics. */
export type Wire = 'http' | 'grpc';

/** How a request arrived, and what it brings. */
export interface Arrival {
  readonly wire: Wire;
  readonly signal: Signal;
}

/**
 * Counts what came and what became of it: received spans and log records are stored, duplicates or
 * rejected, always.
 */
export interface IngestMetrics {
  /**
   * A body goes to the writer; the returned function takes its outcome, or null when it failed as a
   * whole.
   */
  began(arrival: Arrival, bytes: number): (outcome: IngestOutcome | null) => void;
  /** A request was refused before it was decoded. */
  refused(reason: RefusalReason): void;
  /** A request was answered with an error of this code, and this message. */
  failed(wire: Wire, code: string, message: string): void;
  /** Accepted events that were dropped later. */
  lostEvents(events: number, reason: string): void;
  /** So many blocks of spans wait to be packed by conversation. */
  blocksToSettle(blocks: number): void;
  /** So many blocks of spans could not be read by background work. */
  damagedBlocks(blocks: number): void;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createIngestMetrics(metrics: Metrics): IngestMetrics {
  const received = metrics.counter(
    'telltale_ingest_spans_received_total',
    'Spans in requests that were answered with success.',
  );
  const outcomes = metrics.counter(
    'telltale_ingest_spans_total',
    'Received spans by what became of them.',
    ['outcome'],
  );
  const logRecords = metrics.counter(
    'telltale_ingest_log_records_total',
    'Received log records by what became of them.',
    ['outcome'],
  );
  const bytesReceived = metrics.counter(
    'telltale_ingest_bytes_total',
    'Bytes of request bodies as received.',
    ['wire'],
  );
  const requests = metrics.counter('telltale_ingest_requests_total', 'Export requests by result.', [
    'wire',
    'result',
  ]);
  const refusals = metrics.counter(
    'telltale_ingest_refused_requests_total',
    'Requests refused before decoding, by reason.',
    ['reason'],
  );
  const lostEvents = metrics.counter(
    'telltale_ingest_lost_events_total',
    'GenAI events that were taken and given up later, by reason.',
    ['reason'],
  );
  const duration = metrics.histogram(
    'telltale_ingest_commit_seconds',
    'From a complete body to its commit.',
    SECONDS,
    ['wire'],
  );
  return {
    began({ wire, signal }, bytes) {
      bytesReceived.add(bytes, { wire });
      const startedAt = performance.now();
      return (outcome) => {
        if (outcome === null) return;
        duration.observe((performance.now() - startedAt) / 1000, { wire });
        requests.add(1, { wire, result: outcome.refused > 0 ? 'partial' : 'ok' });
        if (signal === 'logs') {
          logRecords.add(outcome.stored, { outcome: 'stored' });
          logRecords.add(outcome.duplicates, { outcome: 'duplicate' });
          logRecords.add(outcome.refused, { outcome: 'rejected' });
          return;
        }
        received.add(outcome.items);
        outcomes.add(outcome.stored, { outcome: 'stored' });
        outcomes.add(outcome.duplicates, { outcome: 'duplicate' });
        outcomes.add(outcome.refused, { outcome: 'rejected' });
      };
    },
    refused: (reason) => refusals.add(1, { reason }),
    lostEvents: (events, reason) => lostEvents.add(events, { reason }),
    ...blockGauges(metrics),
    failed: (wire, code) => requests.add(1, { wire, result: code }),
  };
}

function blockGauges(metrics: Metrics): Pick<IngestMetrics, 'blocksToSettle' | 'damagedBlocks'> {
  return {
    blocksToSettle: gaugeOfBlocks(
      metrics,
      'telltale_store_blocks_to_settle',
      'Blocks of stored spans that wait to be packed by conversation; the newest are not among them.',
    ),
    damagedBlocks: gaugeOfBlocks(
      metrics,
      'telltale_store_damaged_blocks',
      'Blocks of stored spans that background work could not read since the start.',
    ),
  };
}

function gaugeOfBlocks(metrics: Metrics, name: string, help: string): (blocks: number) => void {
  let count = 0;
  metrics.gauge(name, help, () => count);
  return (blocks) => {
    count = blocks;
  };
}
