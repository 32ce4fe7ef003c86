import type Database from 'better-sqlite3';
import {
  SLOT_NANOS,
  RUN_GAP_SLOTS,
  deploymentsOf,
  type Deployment,
  type ServiceRun,
} from '#core/figures/deployments.ts';
import { decodeResource } from '#core/otlp/span-codec.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import { ROLLUP_LEVELS } from '../rollups/rollup.ts';

const MINUTES_PER_SLOT = Number(SLOT_NANOS) / ROLLUP_LEVELS[0].nanos;
/** Resources with a distinct name for each process create many runs of one version. */
const RUNS_MAX = 20_000;
const DEPLOYMENTS_MAX = 200;

/** Stretches of a project that touch some slots. */
export const SERVICE_RUNS_SQL = `SELECT r.context_id, r.first_slot, r.last_slot, r.first_time, c.resource_bytes FROM service_runs r
  JOIN projects p ON p.id = r.project_id JOIN contexts c ON c.id = r.context_id
  WHERE r.project_id = +? AND r.last_slot >= ? AND r.first_slot <= ?
  ORDER BY r.first_slot DESC LIMIT ${RUNS_MAX}`;

/**
 * Whether any span starts in some minutes of a project: if none does any more, the deployment there
 * was deleted.
 */
export const SLOT_HOLDS_SQL =
  'SELECT 1 FROM rollups WHERE project_id = ? AND level = 0 AND slot >= ? AND slot < ? LIMIT 1';

interface RunCells {
  readonly context_id: bigint;
  readonly first_slot: bigint;
  readonly last_slot: bigint;
  readonly first_time: bigint;
  readonly resource_bytes: Uint8Array;
}

type Sender = Pick<ServiceRun, 'service' | 'version' | 'environment'>;

/** Where new versions of services appeared, from when their spans came. */
export class DeploymentReader {
  readonly #runs: Database.Statement<[number, number, number], RunCells>;
  readonly #holds: Database.Statement<[number, number, number], number>;

  constructor(db: Database.Database) {
    this.#runs = db
      .prepare<[number, number, number], RunCells>(SERVICE_RUNS_SQL)
      .safeIntegers(true);
    this.#holds = db.prepare<[number, number, number], number>(SLOT_HOLDS_SQL).pluck(true);
  }

  deployments(
    projectId: number,
    { startUnixNano, endUnixNano }: Required<TimeWindow>,
  ): readonly Deployment[] {
    const first = Number(startUnixNano / SLOT_NANOS);
    const last = Number(endUnixNano / SLOT_NANOS);
    const senders = new Map<bigint, Sender | null>();
    const runs: ServiceRun[] = [];
    for (const cells of this.#runs.iterate(projectId, first - RUN_GAP_SLOTS, last)) {
      let sender = senders.get(cells.context_id);
      if (sender === undefined)
        senders.set(cells.context_id, (sender = senderOf(cells.resource_bytes)));
      if (sender === null) continue;
      runs.push({
        ...sender,
        firstSlot: Number(cells.first_slot),
        lastSlot: Number(cells.last_slot),
        sinceUnixNano: cells.first_time,
      });
    }
    return deploymentsOf(runs)
      .filter(({ timeUnixNano }) => timeUnixNano >= startUnixNano && timeUnixNano < endUnixNano)
      .slice(-DEPLOYMENTS_MAX)
      .filter(({ timeUnixNano }) =>
        this.#isHeld(projectId, Number(timeUnixNano / SLOT_NANOS) * MINUTES_PER_SLOT),
      );
  }

  #isHeld(projectId: number, minute: number): boolean {
    return this.#holds.get(projectId, minute, minute + MINUTES_PER_SLOT) !== undefined;
  }
}

/** A resource's service and version; null without a service. */
function senderOf(resource: Uint8Array): Sender | null {
  const texts = new Map<string, string>();
  for (const { key, value } of decodeResource(resource).attributes)
    if (value.type === 'string') texts.set(key, value.value);
  const text = (key: string): string | null => texts.get(key)?.trim() || null;
  const service = text('service.name');
  if (service === null) return null;
  const environment = text('deployment.environment.name') ?? text('deployment.environment');
  return { service, version: text('service.version'), environment };
}
