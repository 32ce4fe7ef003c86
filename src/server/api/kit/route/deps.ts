import type { TlsOptions } from 'node:tls';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Reading } from '#contracts/rereads/reread.ts';
import type { Refusal, ServerInfo, StorageTables } from '#contracts/server/server-info.ts';
import type { OwnPrice } from '#core/cost/own-price.ts';
import type { AnnotationRule } from '#core/ports/annotation-store.ts';
import type { AlertSender } from '#server/alerts/alert-sender.ts';
import type { Apps } from '#server/auth/apps/apps.ts';
import type { Authenticator } from '#server/auth/authenticator.ts';
import type { Mailer } from '#server/outbound/mailer.ts';
import type { ClientAddressOf } from '#server/auth/client-address.ts';
import type { SecretBox } from '#server/auth/secret-box.ts';
import type { Audit } from './audited.ts';
import type { SignIn } from '#server/auth/sign-in.ts';
import type { CallerGate } from '#server/auth/caller-gate.ts';
import type { ExperimentFeed } from '../experiments/experiment-feed.ts';
import type { ReplyFlow } from '../reply/reply-flow.ts';
import type { CommitFeed } from '#server/threads/query.ts';
import type { AskedCommands, AskedQueries } from './asker.ts';

/** How big a request may be and how long an answer may take. */
export interface ApiLimits {
  /** JSON bodies, bar those of routes that say otherwise. */
  readonly jsonBodyBytesMax: number;
  /** Bodies that carry spans as JSON. */
  readonly spansBodyBytesMax: number;
  /** Pages that follow a project live at the same time. */
  readonly liveConnectionsMax: number;
  /** For a whole request to arrive, uploads excepted. */
  readonly requestTimeoutMs: number;
}
export const DEFAULT_API_LIMITS: ApiLimits = {
  jsonBodyBytesMax: 1024 * 1024,
  spansBodyBytesMax: 32 * 1024 * 1024,
  liveConnectionsMax: 200,
  requestTimeoutMs: 60_000,
};

/** Which pages of other sites may call. */
export interface ApiSecurity {
  /**
   * Set when the server listens on a loopback address: then only requests for a loopback name are
   * answered (DNS rebinding).
   */
  readonly loopbackOnly: boolean;
  /**
   * Further `Host` names to answer, such as that of a reverse proxy; when there are any, no others
   * are answered.
   */
  readonly allowedHosts: readonly string[];
  /**
   * Origins that may change state besides the server's own, such as `https://telltale.example.org`.
   */
  readonly allowedOrigins: readonly string[];
  /** Those of them whose pages may also read the replies. */
  readonly readingOrigins: readonly string[];
  /** Whether replies require browsers to use only TLS (HSTS). */
  readonly strictTransport?: boolean;
}

/** The dependencies of the HTTP interface. */
export interface ApiDeps {
  readonly authenticator: Authenticator;
  /** Encrypts stored secrets; null when the server has no secret for it. */
  readonly secretBox: SecretBox | null;
  readonly clientAddressOf: ClientAddressOf;
  readonly audit: Audit;
  readonly signIn: SignIn;
  readonly apps: Apps;
  /** Rows of the audit log older than this many days are deleted; 0 keeps them. */
  readonly auditRetentionDays: number;
  readonly callerGate: CallerGate;
  readonly queries: AskedQueries;
  readonly commands: AskedCommands;
  readonly commits: CommitFeed;
  /** Called on every change of an experiment, for subscribed pages and for caches. */
  readonly experimentFeed: ExperimentFeed;
  /**
   * The custom model prices as of the last change; `changed` is called after each, and resolves
   * once they apply to new spans.
   */
  readonly ownPrices: { readonly prices: readonly OwnPrice[]; changed(): Promise<void> };
  /** Whether there are so many spans to write that what can wait should. */
  readonly isIngestPressed: () => boolean;
  /**
   * The annotation rules of projects for these names, from their annotation configs. Cached, so
   * every request that annotates may call it.
   */
  readonly annotationRules: (names: Iterable<string>) => Promise<readonly AnnotationRule[]>;
  /** How long annotations wait for their targets, and how many expired since the start. */
  readonly waitingAnnotations: { readonly waitMs: number; readonly expired: () => number };
  /** Null when no mail server is configured. */
  readonly mailer: Mailer | null;
  readonly alertSender: AlertSender;
  readonly server: () => ServerInfo;
  /** The requests ingest refused last, newest first. */
  readonly refusals: () => readonly Refusal[];
  /** Spans came to where none are taken: a path that is not there, a port that speaks otherwise. */
  readonly exportRefused: (wire: Refusal['wire'], reason: string) => void;
  /** The sizes of the databases' tables. */
  readonly tableSizes: () => Promise<StorageTables>;
  /** How stored spans were read, and the jobs that read them again. */
  readonly rereads: {
    readonly reading: () => Reading;
    readonly wake: () => void;
    readonly end: (jobId: number) => void;
  };
  readonly limits: ApiLimits;
  readonly replyFlow: ReplyFlow;
  readonly security: ApiSecurity;
  /** Certificate and key, for an interface that accepts only TLS; absent for plain text. */
  readonly tls?: TlsOptions;
  /** Path before every path, as a reverse proxy has it: `` or such as `/telltale`. */
  readonly rootPath: string;
  /** The built page; null when there is none (then `/` is a 404). */
  readonly webRoot: string | null;
  /** Routes of other parts, such as OTLP over HTTP and health. */
  readonly plugins: readonly ((app: FastifyInstance) => Promise<void>)[];
  readonly logger?: FastifyBaseLogger;
}
