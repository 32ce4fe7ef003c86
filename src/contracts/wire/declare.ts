import type { TSchema, TUndefined } from 'typebox';
import type { RouteAccess } from '../access/route-access.ts';
import type { AuditAction } from '../audit/audit-action.ts';
import type { ErrorCode } from './errors.ts';

/** The schema of a part that a route does not have. */
export type Nothing = TUndefined;

/**
 * A route as it is declared: one schema is the validation, the types of the handler and of the
 * page's calls, and the document.
 */
export interface Declaration<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  O extends TSchema = TSchema,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for path parameters. */
  readonly path: string;
  readonly id: string;
  /** Who may call it. */
  readonly access: RouteAccess;
  /** The route receives spans, and counts as trace ingestion. */
  readonly isIngest?: true;
  /**
   * The action name in the audit log: for every administrative action, every delete and every
   * export.
   */
  readonly audit?: AuditAction;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The same as a form, for the document; only with `rawBody`. */
  readonly formBody?: TSchema;
  /** The media types of a body that is no JSON; only with `rawBody`. */
  readonly binaryBody?: readonly string[];
  /** The body is a form as browsers send it, and no JSON; only with `rawBody`. */
  readonly isForm?: true;
  readonly bodyBytesMax?: number;
  /**
   * The body is handed over as the bytes that came, neither parsed nor validated; the handler sees
   * to both in another thread.
   */
  readonly rawBody?: true;
  readonly ok: {
    readonly status: number;
    readonly description: string;
    readonly schema?: O;
    readonly contentType?: string;
    /** Binary forms that clients get instead when they ask for them. */
    readonly binaryTypes?: readonly string[];
  };
  readonly errors: readonly ErrorCode[];
  /**
   * A 404 without a body, for clients that read the body whatever the status. The handler sends it.
   */
  readonly emptyNotFound?: string;
  /** A body to show, for routes that take one. */
  readonly bodyExample?: unknown;
  /** The error's body, for the OpenAPI document, if it has more than `{detail}`. */
  readonly refusalBody?: {
    readonly schema: TSchema;
    readonly example: (detail: string) => unknown;
  };
  /** Pages of any site may call it and read the reply: it looks at no cookie. Open routes alone. */
  readonly anyOrigin?: true;
  /** For bodies of many items: a 422 says as a list which field of which item is wrong. */
  readonly fieldErrors?: true;
}

/**
 * Declares a route: the one place that says its method, path, access, parameters, body and replies.
 * The server answers it with `serve`, the page asks it with `call`, and openapi.json is written
 * from it. Export it under its `id`.
 */
export function declare<
  P extends TSchema = Nothing,
  Q extends TSchema = Nothing,
  B extends TSchema = Nothing,
  O extends TSchema = Nothing,
>(declaration: Declaration<P, Q, B, O>): Declaration<P, Q, B, O> {
  return declaration;
}
