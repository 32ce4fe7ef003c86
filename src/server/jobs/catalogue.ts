import { Type, type Static, type TSchema } from 'typebox';
import type { JobTurn } from '#server/stores/meta/jobs.queries.ts';

/**
 * How a kind of job runs. At least once is the contract: a handler must bear being run again after
 * it did its work.
 */
interface JobKind<Payload extends TSchema> {
  readonly payload: Payload;
  readonly retry: {
    /** Runs, the first one included, before the job counts as failed. */
    readonly attemptsMax: number;
    /** Wait before the second run; doubled for each further one, up to an hour. */
    readonly delayMsFirst: number;
  };
  /** A recurring job: when one run is over, the next is queued this much later. */
  readonly everyMs?: number;
  /** `work` by default. */
  readonly lane?: JobLane;
  /**
   * A number in the payload: jobs that have it in common run one after the other, so that what
   * hangs for one of them holds up no others.
   */
  readonly turnBy?: keyof Static<Payload> & string;
}

/**
 * Each lane has its own concurrency and waits for no job of another: `delivery`, `directory` and
 * `provider` wait for other servers, which may hang, and `reread` takes hours.
 */
export const JOB_LANES = ['work', 'delivery', 'directory', 'provider', 'reread'] as const;
export type JobLane = (typeof JOB_LANES)[number];

function jobKind<Payload extends TSchema>(kind: JobKind<Payload>): JobKind<Payload> {
  return kind;
}

/** Every kind of job there is. Names are stored: they never change. */
export const JOB_CATALOGUE = {
  /**
   * Deletes what the projects' retention policies no longer keep, and forgets jobs that ended long
   * ago.
   */
  'retention.sweep': jobKind({
    payload: Type.Object({}),
    retry: { attemptsMax: 3, delayMsFirst: 60_000 },
    everyMs: 3_600_000,
  }),
  /** Gives up annotations that waited too long for their targets. */
  'annotation.expiry': jobKind({
    payload: Type.Object({}),
    retry: { attemptsMax: 3, delayMsFirst: 60_000 },
    everyMs: 600_000,
  }),
  /** Reads stored spans again by the mappings and prices of now. */
  'spans.reread': jobKind({
    payload: Type.Object({
      /** Null for all. */
      projectId: Type.Union([Type.Integer(), Type.Null()]),
      /** Start times of the spans, in nanoseconds; null for no bound. */
      startUnixNano: Type.Union([Type.String(), Type.Null()]),
      endUnixNano: Type.Union([Type.String(), Type.Null()]),
      what: Type.Union([Type.Literal('all'), Type.Literal('costs')]),
      isTrial: Type.Boolean(),
      isAutomatic: Type.Boolean(),
    }),
    retry: { attemptsMax: 20, delayMsFirst: 5_000 },
    lane: 'reread',
  }),
  /** Follows the chain of the audit log, and keeps what it found. */
  'audit.verify': jobKind({
    payload: Type.Object({}),
    retry: { attemptsMax: 3, delayMsFirst: 1_000 },
    everyMs: 86_400_000,
  }),
  /** Deletes rows of the audit log that are past its retention. */
  'audit.prune': jobKind({
    payload: Type.Object({}),
    retry: { attemptsMax: 3, delayMsFirst: 60_000 },
    everyMs: 3_600_000,
  }),
  /** Checks API keys against the alert rules. */
  'alert.evaluate': jobKind({
    payload: Type.Object({}),
    retry: { attemptsMax: 3, delayMsFirst: 10_000 },
    everyMs: 300_000,
  }),
  /**
   * Tells one recipient of a channel that an alert opened, or is over; gives up after about an
   * hour.
   */
  'alert.deliver': jobKind({
    payload: Type.Object({
      alertId: Type.Integer(),
      channelId: Type.Integer(),
      recipient: Type.Union([Type.String(), Type.Null()]),
      /** Absent in jobs queued by versions that sent no notification when an alert resolved. */
      event: Type.Optional(Type.Union([Type.Literal('fired'), Type.Literal('resolved')])),
    }),
    retry: { attemptsMax: 8, delayMsFirst: 30_000 },
    lane: 'delivery',
    turnBy: 'channelId',
  }),
  /** Looks up again who signed in by the directory. */
  'directory.recheck': jobKind({
    payload: Type.Object({}),
    retry: { attemptsMax: 1, delayMsFirst: 60_000 },
    everyMs: 60_000,
    lane: 'directory',
  }),
  /** Asks identity providers about who signed in there, and suspends who was away for too long. */
  'provider.recheck': jobKind({
    payload: Type.Object({}),
    retry: { attemptsMax: 1, delayMsFirst: 60_000 },
    everyMs: 60_000,
    lane: 'provider',
  }),
  /** Brings an upload that waits in a file into its dataset. */
  'dataset.upload': jobKind({
    payload: Type.Object({
      file: Type.String(),
      bytes: Type.Integer(),
      contentType: Type.String(),
      /** Absent of those that were queued before versions kept their maker. */
      userNumber: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
    }),
    retry: { attemptsMax: 10, delayMsFirst: 1_000 },
  }),
  /** Takes away the members of a deleted split, in small steps. */
  'dataset.purge_split': jobKind({
    payload: Type.Object({ splitId: Type.Integer() }),
    retry: { attemptsMax: 50, delayMsFirst: 1_000 },
  }),
  /** Removes the rows of a deleted dataset and its experiments, in small steps. */
  'dataset.purge': jobKind({
    payload: Type.Object({
      datasetId: Type.Integer(),
      /**
       * Whether the projects of its experiments go too. Absent of those that were queued before
       * there were experiments.
       */
      deleteProjects: Type.Optional(Type.Boolean()),
    }),
    retry: { attemptsMax: 50, delayMsFirst: 1_000 },
  }),
  /**
   * Creates the project of an experiment, if creating the experiment was interrupted before that.
   */
  'experiment.project': jobKind({
    payload: Type.Object({ experimentId: Type.Integer() }),
    retry: { attemptsMax: 50, delayMsFirst: 1_000 },
  }),
  /**
   * Removes the rows of a deleted experiment, in small steps, and its project with the traces where
   * that was asked for.
   */
  'experiment.purge': jobKind({
    payload: Type.Object({ experimentId: Type.Integer(), deleteProject: Type.Boolean() }),
    retry: { attemptsMax: 50, delayMsFirst: 1_000 },
  }),
} as const;

export type JobName = keyof typeof JOB_CATALOGUE;
export type JobPayload<Name extends JobName> = Static<(typeof JOB_CATALOGUE)[Name]['payload']>;

/** A handler's arguments besides its payload. */
export interface JobContext {
  /**
   * Aborted when the server stops or the lease was lost: the handler ends soon, and the job runs
   * again.
   */
  readonly signal: AbortSignal;
  readonly attempt: number;
  readonly id: number;
  /**
   * Whether a run before this one left a result: then the work was done, and only the end of the
   * job was lost.
   */
  readonly hasResult: boolean;
  /** Stores how far the job is, for its readers. */
  readonly report: (progress: JobProgress) => Promise<void>;
}

export interface JobProgress {
  readonly rows_done: number;
  readonly rows_total: number | null;
}

/** Thrown by a handler for what no further run would change. */
export class FinalJobError extends Error {
  /** The line or row of the input it is about; null when it is about none. */
  readonly line: number | null;

  constructor(detail: string, line: number | null) {
    super(detail);
    this.line = line;
  }
}

/** One handler for each job: a missing one doesn't compile. */
export type JobHandlers = {
  readonly [Name in JobName]: (payload: JobPayload<Name>, context: JobContext) => Promise<void>;
};

/** Names whose jobs run one after the other, and by which field of their payload. */
export const JOB_TURNS: readonly Pick<JobTurn, 'name' | 'field'>[] = Object.entries<
  JobKind<TSchema>
>(JOB_CATALOGUE).flatMap(([name, { turnBy: field }]) =>
  field === undefined ? [] : [{ name, field }],
);

/** The jobs of each lane. */
export const JOB_NAMES_BY_LANE: Readonly<Record<JobLane, readonly string[]>> = {
  work: namesIn('work'),
  delivery: namesIn('delivery'),
  directory: namesIn('directory'),
  provider: namesIn('provider'),
  reread: namesIn('reread'),
};

function namesIn(lane: JobLane): readonly string[] {
  return Object.entries<JobKind<TSchema>>(JOB_CATALOGUE).flatMap(([name, kind]) =>
    (kind.lane ?? 'work') === lane ? [name] : [],
  );
}

/**
 * Whose turn a job is: what it has in common with those it waits for; null when it waits for none.
 */
export function turnOf(name: JobName, payload: unknown): JobTurn | null {
  const { turnBy }: JobKind<TSchema> = JOB_CATALOGUE[name];
  if (turnBy === undefined || typeof payload !== 'object' || payload === null) return null;
  // as: the field is looked at before it is believed.
  const value = (payload as Record<string, unknown>)[turnBy];
  return typeof value === 'number' ? { name, field: turnBy, value } : null;
}

export function isJobName(name: string): name is JobName {
  return Object.hasOwn(JOB_CATALOGUE, name);
}
