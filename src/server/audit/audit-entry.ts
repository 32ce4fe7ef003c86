import type { AuditAction, AuditResult } from '#contracts/audit/audit-action.ts';
import type { Principal, PrincipalKind } from '#core/access/principal.ts';

/** Where a request came from. */
export interface Origin {
  /** The client's address; null for the server's own actions. */
  readonly address: string | null;
  readonly userAgent: string | null;
}
export const NO_ORIGIN: Origin = { address: null, userAgent: null };

/** Further details of an action. Never a secret. */
export type AuditDetails = Readonly<
  Record<string, string | number | boolean | null | readonly (string | number)[]>
>;

/** An action whose outcome is still open. Plain data; every text is already short and sanitized. */
export interface Act {
  readonly atMs: number;
  readonly actorKind: PrincipalKind;
  readonly actorUserId: number | null;
  readonly actorKeyId: number | null;
  readonly actorName: string;
  readonly action: AuditAction;
  readonly targetType: string;
  readonly targetId: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  /**
   * Method and path of the route, such as `DELETE /v1/datasets/{id}`; null for what no request
   * asked for.
   */
  readonly route: string | null;
  readonly details: AuditDetails;
}

/** How it ended. */
export interface Outcome {
  readonly result: AuditResult;
  /** Of the HTTP reply; null when there was none. */
  readonly status: number | null;
  readonly targetId?: string | null;
  readonly details?: AuditDetails;
  /** The user that it turned out to be, of an act that began without a user: signing in. */
  readonly user?: AuditUser;
}

/** A user as rows name one. */
export interface AuditUser {
  readonly id: number;
  readonly email: string;
}

const NAME_CHARS_MAX = 256;
const USER_AGENT_CHARS_MAX = 256;
const VALUE_CHARS_MAX = 200;
const VALUES_MAX = 20;
const DETAILS_MAX = 24;
const DELETE_CHAR = 0x7f;
const CONTROL_PICTURES = 0x2400;
/** Controls, line separators, and what turns the direction of text. */
const HARMFUL = /[\p{Cc}\u2028\u2029\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Text from outside as it can be shown anywhere: control characters (line breaks, the escape that
 * terminals obey) become their pictures, so nothing that was sent can look like another row. Cut to
 * a length.
 */
export function harmlessText(text: string, charsMax: number): string {
  return text.slice(0, charsMax).toWellFormed().replaceAll(HARMFUL, picture);
}

function picture(char: string): string {
  const code = char.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(CONTROL_PICTURES + code);
  return code === DELETE_CHAR ? '\u2421' : '\uFFFD';
}

/** The input of an action. */
export interface ActParts {
  readonly atMs: number;
  readonly actor: Principal;
  readonly action: AuditAction;
  readonly origin: Origin;
  readonly targetId?: string | null;
  readonly route?: string;
  readonly details?: AuditDetails;
}

/** An action of a caller, with every text sanitized. */
export function actOf({ actor, action, origin, atMs, targetId, route, details }: ActParts): Act {
  return {
    atMs,
    actorKind: actor.kind,
    actorUserId: actor.userNumber,
    actorKeyId: actor.keyNumber,
    actorName: harmlessText(actor.name, NAME_CHARS_MAX),
    action,
    targetType: action.slice(0, action.indexOf('.')),
    targetId:
      targetId === undefined || targetId === null ? null : harmlessText(targetId, NAME_CHARS_MAX),
    address: origin.address === null ? null : harmlessText(origin.address, NAME_CHARS_MAX),
    userAgent:
      origin.userAgent === null ? null : harmlessText(origin.userAgent, USER_AGENT_CHARS_MAX),
    route: route ?? null,
    details: harmlessDetails(details ?? {}),
  };
}

/** Details cut to a few short values. */
export function harmlessDetails(details: AuditDetails): AuditDetails {
  const value = (one: string | number): string | number =>
    typeof one === 'string' ? harmlessText(one, VALUE_CHARS_MAX) : one;
  return Object.fromEntries(
    Object.entries(details)
      .slice(0, DETAILS_MAX)
      .map(([name, given]) => [
        harmlessText(name, VALUE_CHARS_MAX),
        Array.isArray(given)
          ? given.slice(0, VALUES_MAX).map(value)
          : typeof given === 'string'
            ? harmlessText(given, VALUE_CHARS_MAX)
            : given,
      ]),
  );
}
