declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Account {
    readonly accountId: string;
    claims(): Promise<Readonly<Record<string, unknown>>>;
  }
  /** As much of the configuration as the tests use. */
  interface Configuration {
    readonly clients: readonly object[];
    /** Whether a refresh token works once. */
    readonly rotateRefreshToken: boolean;
    readonly pkce: { required(): boolean };
    readonly claims: Readonly<Record<string, readonly string[]>>;
    readonly features: { readonly devInteractions: { readonly enabled: boolean } };
    readonly cookies: { readonly keys: readonly string[] };
    findAccount(context: unknown, id: string): Account | undefined;
  }
  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): (request: IncomingMessage, response: ServerResponse) => unknown;
  }
}
