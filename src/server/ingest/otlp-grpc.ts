import { Metadata, Server, ServerCredentials, ServerInterceptingCall } from '@grpc/grpc-js';
import type { ServerInterceptor, ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import { AppError } from '#contracts/errors.ts';
import type { Log } from '#server/telemetry/log.ts';
import type { Admission } from './admission.ts';
import type { IngestMetrics } from './ingest-metrics.ts';
import { otlpFailure } from './otlp-failure.ts';
import { encodeExportResponse, encodeRetryInfo, encodeRpcStatus } from './otlp-reply-codec.ts';
import { projectNameHeader } from './project-name.ts';
import type { Submit } from './submit.ts';

export interface OtlpGrpcOptions {
  readonly submit: Submit;
  readonly admission: Admission;
  readonly metrics: IngestMetrics;
  readonly host: string;
  readonly port: number;
  readonly messageBytesMax: number;
  readonly log: Log;
}

/** How a call ends when it fails. */
interface CallStatus {
  readonly code: number;
  readonly details: string;
  readonly metadata: Metadata;
}

const STREAMS_PER_CONNECTION_MAX = 100;
/** Calls being received or answered at once, over all connections: what a call has sent is counted only when it is complete. */
const CALLS_MAX = 256;
const KEEPALIVE_MS = 72_000;
const KEEPALIVE_TIMEOUT_MS = 10_000;

const asIs = (bytes: Buffer): Buffer => bytes;
const TRACE_SERVICE: ServiceDefinition = {
  Export: {
    path: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
    requestStream: false,
    responseStream: false,
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  },
};

/** OTLP over gRPC. Message bytes pass through undecoded, so it differs from HTTP in framing and status mapping only. */
export class OtlpGrpc {
  readonly #options: OtlpGrpcOptions;
  readonly #server: Server;
  #calls = 0;

  constructor(options: OtlpGrpcOptions) {
    this.#options = options;
    this.#server = new Server({
      'grpc.max_receive_message_length': options.messageBytesMax,
      'grpc.max_concurrent_streams': STREAMS_PER_CONNECTION_MAX,
      'grpc.keepalive_time_ms': KEEPALIVE_MS,
      'grpc.keepalive_timeout_ms': KEEPALIVE_TIMEOUT_MS,
      interceptors: [this.#gate()],
    });
    const implementation: UntypedServiceImplementation = {
      Export: (
        call: { readonly request: Buffer; readonly metadata: Metadata },
        callback: (error: CallStatus | null, reply?: Buffer) => void,
      ) => {
        this.#export(call.request, call.metadata).then(
          (reply) => callback(null, reply),
          (error: unknown) => callback(this.#status(error)),
        );
      },
    };
    this.#server.addService(TRACE_SERVICE, implementation);
  }

  /** Listens; gives the port, which the system chose when it was 0. */
  listen(): Promise<number> {
    const { host, port } = this.#options;
    const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
    return new Promise((resolve, reject) => {
      this.#server.bindAsync(address, ServerCredentials.createInsecure(), (error, bound) => {
        if (error === null) resolve(bound);
        else reject(error);
      });
    });
  }

  /** Takes no more calls and lets those in flight finish; cuts them off after `graceMs`. */
  stop(graceMs: number): Promise<void> {
    return new Promise((resolve) => {
      const force = setTimeout(() => this.#server.forceShutdown(), graceMs);
      this.#server.tryShutdown(() => {
        clearTimeout(force);
        resolve();
      });
    });
  }

  async #export(request: Buffer, metadata: Metadata): Promise<Buffer> {
    const visit = this.#options.admission.enter();
    try {
      const full = visit.grow(request.length);
      if (full !== null) throw full;
      const projectName = projectNameHeader(metadata.get('x-project-name').map(String));
      const outcome = await this.#options.submit([request], visit, { encoding: 'identity', format: 'protobuf', projectName, wire: 'grpc' });
      return encodeExportResponse(outcome.refused, outcome.message, 'protobuf');
    } finally {
      visit.leave();
    }
  }

  /** Refuses a call by its head, before its message has arrived. */
  #gate(): ServerInterceptor {
    return (_method, call) => {
      let counted = false;
      const leave = (): void => {
        if (counted) this.#calls -= 1;
        counted = false;
      };
      return new ServerInterceptingCall(call, {
        start: (next) =>
          next({
            onReceiveMetadata: (metadata, proceed) => {
              const refusal = this.#calls >= CALLS_MAX ? tooManyCalls() : this.#options.admission.closed();
              if (refusal !== null) return call.sendStatus(this.#status(refusal));
              counted = true;
              this.#calls += 1;
              proceed(metadata);
            },
            onCancel: leave,
          }),
        sendStatus: (status, next) => {
          leave();
          next(status);
        },
      });
    };
  }

  #status(error: unknown): CallStatus {
    const failure = otlpFailure(error);
    this.#options.metrics.failed('grpc', failure.code);
    if (failure.code === 'internal') this.#options.log.error({ err: error }, 'an export call failed');
    const metadata = new Metadata();
    const { retryAfterSeconds } = failure.body;
    if (retryAfterSeconds !== null) {
      metadata.set('grpc-status-details-bin', encodeRpcStatus(failure.body, 'protobuf'));
      metadata.set('google.rpc.retryinfo-bin', encodeRetryInfo(retryAfterSeconds));
    }
    return { code: failure.grpcStatus, details: failure.body.message, metadata };
  }
}

function tooManyCalls(): AppError {
  return new AppError('unavailable', 'Too many calls at once. Try again in a second.', { retryAfterSeconds: 1 });
}
