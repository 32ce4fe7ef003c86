/**
 * The one error table: every failure the product can answer, and how each border spells it. HTTP
 * statuses follow section 7 of the service's specification; gRPC numbers are those of
 * google.rpc.Code.
 */
export const ERROR_CODES = {
  invalid_request: { http: 400, grpc: 3, retryable: false },
  unauthenticated: { http: 401, grpc: 16, retryable: false },
  forbidden: { http: 403, grpc: 7, retryable: false },
  not_found: { http: 404, grpc: 5, retryable: false },
  method_not_allowed: { http: 405, grpc: 12, retryable: false },
  deadline_exceeded: { http: 408, grpc: 4, retryable: false },
  conflict: { http: 409, grpc: 6, retryable: false },
  too_large: { http: 413, grpc: 8, retryable: false },
  unsupported_media_type: { http: 415, grpc: 12, retryable: false },
  unprocessable: { http: 422, grpc: 3, retryable: false },
  rate_limited: { http: 429, grpc: 8, retryable: true },
  headers_too_large: { http: 431, grpc: 8, retryable: false },
  internal: { http: 500, grpc: 13, retryable: false },
  unavailable: { http: 503, grpc: 14, retryable: true },
  storage_full: { http: 507, grpc: 14, retryable: true },
} as const satisfies Record<string, { http: number; grpc: number; retryable: boolean }>;

export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * A failure that a caller should read. `detail` names the field, the value and the fix, and is
 * shown verbatim. Only the edges (HTTP, gRPC, jobs) turn it into a status.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  /** Seconds a client should wait before it tries again; only for retryable codes. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    options: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.detail = detail;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Asserts what the code relies on; a failure is a bug of ours, never of the caller. */
export function invariant(condition: unknown, why: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${why}`);
}
