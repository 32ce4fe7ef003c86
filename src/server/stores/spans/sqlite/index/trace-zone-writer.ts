import type Database from 'better-sqlite3';
import type { SqlValue } from '../both/columns.ts';
import { numbersOfTraceRun, TRACE_RUN_SQL, traceRunOf } from './trace-run.ts';

/** So many consecutive trace numbers are one zone of traces. */
const TRACES_IN_ZONE = 512;

/** The SQL values by which traces are ranked, without an index; equal to `core/trace/rank-value.ts`. */
export const TRACE_RANK_SQL = {
  token_count: 't.prompt_tokens + t.completion_tokens',
  cost_usd: 'coalesce(CAST(t.cost_usd * 1e9 + 0.5 AS INTEGER), -1)',
} as const;

const { token_count: TOKENS, cost_usd: COST } = TRACE_RANK_SQL;
const COLUMNS =
  'project_id, zone, has_error, start_min, start_max, tokens_min, tokens_max, cost_min, cost_max';
const WIDEN = `ON CONFLICT DO UPDATE SET start_min = min(start_min, excluded.start_min), start_max = max(start_max, excluded.start_max),
  tokens_min = min(tokens_min, excluded.tokens_min), tokens_max = max(tokens_max, excluded.tokens_max),
  cost_min = min(cost_min, excluded.cost_min), cost_max = max(cost_max, excluded.cost_max)`;

/** Zones of the traces in a range of numbers, as they are. */
export const TRACE_ZONES_SQL = `INSERT INTO trace_zones (${COLUMNS})
SELECT t.project_id, t.id >> 9, t.error_count > 0, min(t.start_time), max(t.start_time), min(${TOKENS}), max(${TOKENS}), min(${COST}), max(${COST})
FROM traces t NOT INDEXED WHERE t.id BETWEEN ? AND ? AND t.project_id = ? GROUP BY t.error_count > 0`;

const RUN_COLUMNS = 'project_id, run, start_min, start_max, latency_min, latency_max';
const WIDEN_RUN = `ON CONFLICT DO UPDATE SET start_min = min(start_min, excluded.start_min), start_max = max(start_max, excluded.start_max),
  latency_min = min(latency_min, excluded.latency_min), latency_max = max(latency_max, excluded.latency_max)`;

const INT64_MAX = 2n ** 63n - 1n;

/** What a trace is ranked by, and where its zone is kept. */
export interface RankedTrace {
  readonly number: number;
  readonly projectId: number;
  readonly startTime: bigint;
  readonly endTime: bigint;
  readonly errorCount: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly costUsd: number | null;
}

interface Zone {
  readonly projectId: number;
  readonly hasError: 0 | 1;
  readonly zone: number;
  startMin: bigint;
  startMax: bigint;
  tokensMin: number;
  tokensMax: number;
  costMin: number;
  costMax: number;
}

interface Run {
  readonly projectId: number;
  readonly run: number;
  startMin: bigint;
  startMax: bigint;
  latencyMin: bigint;
  latencyMax: bigint;
}

/**
 * Keeps the lowest and highest tokens and costs of 512 consecutive traces each, those with an error
 * apart, so that a list that is sorted by one reads the zones that may hold its rows and no others;
 * and for each run the times and durations, by which other lists find their runs. They may be wider
 * than the traces are, never narrower.
 */
export class TraceZoneWriter {
  readonly #widen: Database.Statement<SqlValue[]>;
  readonly #soil: Database.Statement<[number, number]>;
  readonly #widenByStored: Database.Statement<[number]>;
  readonly #widenRun: Database.Statement<SqlValue[]>;
  readonly #widenRunByStored: Database.Statement<[number]>;
  readonly #dropRun: Database.Statement<[number, number, number, number, number]>;
  readonly #drop: Database.Statement<[number, number]>;
  readonly #make: Database.Statement<[number, number, number]>;
  readonly #touched = new Map<string, Zone>();
  readonly #touchedRuns = new Map<string, Run>();
  readonly #soiled = new Map<string, readonly [zone: number, projectId: number]>();

  constructor(db: Database.Database) {
    this.#widen = db.prepare(
      `INSERT INTO trace_zones (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ${WIDEN}`,
    );
    this.#widenByStored = db.prepare(
      `INSERT INTO trace_zones (${COLUMNS})
       SELECT t.project_id, t.id >> 9, t.error_count > 0, t.start_time, t.start_time, ${TOKENS}, ${TOKENS}, ${COST}, ${COST}
       FROM traces t WHERE t.id = ? ${WIDEN}`,
    );
    this.#widenRun = db.prepare(
      `INSERT INTO trace_runs (${RUN_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?) ${WIDEN_RUN}`,
    );
    this.#widenRunByStored = db.prepare(
      `INSERT INTO trace_runs (${RUN_COLUMNS})
       SELECT t.project_id, t.${TRACE_RUN_SQL}, t.start_time, t.start_time, t.end_time - t.start_time, t.end_time - t.start_time
       FROM traces t WHERE t.id = ? ${WIDEN_RUN}`,
    );
    this.#dropRun = db.prepare(
      `DELETE FROM trace_runs WHERE project_id = ? AND run = ? AND NOT EXISTS
       (SELECT 1 FROM trace_zones WHERE project_id = ? AND zone BETWEEN ? AND ?)`,
    );
    this.#soil = db.prepare(
      'INSERT OR IGNORE INTO soiled_trace_zones (zone, project_id) VALUES (?, ?)',
    );
    this.#drop = db.prepare('DELETE FROM trace_zones WHERE project_id = ? AND zone = ?');
    this.#make = db.prepare(TRACE_ZONES_SQL);
  }

  /** Takes in a trace as it is stored now. */
  add(trace: RankedTrace): void {
    const { projectId, startTime } = trace;
    this.#addToRun(trace);
    const hasError = trace.errorCount > 0 ? 1 : 0;
    const zone = traceZoneOf(trace.number);
    const tokens = trace.promptTokens + trace.completionTokens;
    const cost = nanodollars(trace.costUsd);
    const key = `${projectId}:${hasError}:${zone}`;
    const known = this.#touched.get(key);
    if (known === undefined) {
      const [start, ofTokens, ofCost] = [
        { startMin: startTime, startMax: startTime },
        { tokensMin: tokens, tokensMax: tokens },
        { costMin: cost, costMax: cost },
      ];
      this.#touched.set(key, { projectId, hasError, zone, ...start, ...ofTokens, ...ofCost });
      return;
    }
    if (startTime < known.startMin) known.startMin = startTime;
    if (startTime > known.startMax) known.startMax = startTime;
    if (tokens < known.tokensMin) known.tokensMin = tokens;
    if (tokens > known.tokensMax) known.tokensMax = tokens;
    if (cost < known.costMin) known.costMin = cost;
    if (cost > known.costMax) known.costMax = cost;
  }

  /** Takes in a trace whose row was changed in the database. */
  addStored(number: number): void {
    this.#widenByStored.run(number);
    this.#widenRunByStored.run(number);
  }

  /** A trace of the project grew, shrank or left: its zone is narrowed in the background. */
  soil(projectId: number, number: number): void {
    const zone = traceZoneOf(number);
    this.#soiled.set(`${projectId}:${zone}`, [zone, projectId]);
  }

  flush(): void {
    for (const z of this.#touched.values())
      this.#widen.run(
        z.projectId,
        z.zone,
        z.hasError,
        z.startMin,
        z.startMax,
        wholeNumber(Math.floor(z.tokensMin)),
        wholeNumber(Math.ceil(z.tokensMax)),
        wholeNumber(z.costMin),
        wholeNumber(z.costMax),
      );
    for (const r of this.#touchedRuns.values())
      this.#widenRun.run(r.projectId, r.run, r.startMin, r.startMax, r.latencyMin, r.latencyMax);
    for (const [zone, projectId] of this.#soiled.values()) this.#soil.run(zone, projectId);
    this.#touched.clear();
    this.#touchedRuns.clear();
    this.#soiled.clear();
  }

  /**
   * Makes a zone of a project anew from the stored traces; none of them, no zone. A run without zones
   * goes.
   */
  remake(projectId: number, zone: number): void {
    const numbers = numbersOfTraceZone(zone);
    this.#drop.run(projectId, zone);
    if (this.#make.run(...numbers, projectId).changes > 0) return;
    const run = traceRunOf(numbers[0]);
    const [first, last] = numbersOfTraceRun(run).map(traceZoneOf);
    this.#dropRun.run(projectId, run, projectId, first ?? zone, last ?? zone);
  }

  #addToRun({ number, projectId, startTime, endTime }: RankedTrace): void {
    const run = traceRunOf(number);
    const latency = endTime - startTime;
    const key = `${projectId}:${run}`;
    const known = this.#touchedRuns.get(key);
    if (known === undefined) {
      const [start, ofLatency] = [
        { startMin: startTime, startMax: startTime },
        { latencyMin: latency, latencyMax: latency },
      ];
      this.#touchedRuns.set(key, { projectId, run, ...start, ...ofLatency });
      return;
    }
    if (startTime < known.startMin) known.startMin = startTime;
    if (startTime > known.startMax) known.startMax = startTime;
    if (latency < known.latencyMin) known.latencyMin = latency;
    if (latency > known.latencyMax) known.latencyMax = latency;
  }
}

/** The zone of a trace's number. */
export function traceZoneOf(number: number): number {
  return Math.floor(number / TRACES_IN_ZONE);
}

/** The numbers that the traces of a zone may have, both included. */
export function numbersOfTraceZone(zone: number): readonly [low: number, high: number] {
  return [zone * TRACES_IN_ZONE, (zone + 1) * TRACES_IN_ZONE - 1];
}

/** As SQLite computes them: what isn't a number is stored as none. */
function nanodollars(usd: number | null): number {
  return usd === null || Number.isNaN(usd) ? -1 : Math.trunc(usd * 1e9 + 0.5);
}

function wholeNumber(value: number): bigint {
  if (value >= Number(INT64_MAX)) return INT64_MAX;
  return value <= -Number(INT64_MAX) ? -INT64_MAX - 1n : BigInt(value);
}
