import { AppError, type ErrorCode } from '#contracts/wire/errors.ts';

/** The OAuth error codes (RFC 6749, 7591, 8707), and the status of each. */
const CODES = {
  invalid_request: 'invalid_request',
  invalid_client: 'unauthenticated',
  invalid_grant: 'invalid_request',
  invalid_scope: 'invalid_request',
  invalid_target: 'invalid_request',
  unauthorized_client: 'invalid_request',
  unsupported_grant_type: 'invalid_request',
  unsupported_response_type: 'invalid_request',
  invalid_client_metadata: 'invalid_request',
  invalid_redirect_uri: 'invalid_request',
  access_denied: 'forbidden',
} as const satisfies Readonly<Record<string, ErrorCode>>;
export type AppRefusalWord = keyof typeof CODES;

/** An app's request is refused. */
export class AppRefusal extends AppError {
  readonly word: AppRefusalWord;

  constructor(word: AppRefusalWord, detail: string) {
    super(CODES[word], detail);
    this.word = word;
  }
}

/**
 * A used code or refresh token was sent again, so it has been stolen. The app's access is revoked.
 */
export class AppReplayed extends AppRefusal {
  readonly grant: {
    readonly id: number;
    readonly user_id: number;
    readonly email: string;
    readonly app: string;
  };

  constructor(grant: AppReplayed['grant'], what: 'code' | 'refresh token') {
    super('invalid_grant', `The ${what} was used before, so the app is cut off. Sign in again.`);
    this.grant = grant;
  }
}
