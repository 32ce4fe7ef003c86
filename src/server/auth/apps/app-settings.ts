/** The configuration of apps that act for users. */
export interface AppSettings {
  /** Whether they do at all; never without authentication. */
  readonly enabled: boolean;
  /** The lifetime of an app's access from its authorization, however much the app is used. */
  readonly grantMs: number;
  /** Whether a decision must come from the page of this very server. */
  readonly checksOrigin: boolean;
  readonly registration: AppRegistration;
  /** The only web sites whose apps are allowed, as Host header values; empty for any. */
  readonly redirectHosts: readonly string[];
  /** Apps that may be registered from one address in an hour. */
  readonly registrationsPerHour: number;
}

/** Which apps may register themselves: any, those on the user's own device, or none. */
export const APP_REGISTRATIONS = ['enabled', 'local_only', 'disabled'] as const;
export type AppRegistration = (typeof APP_REGISTRATIONS)[number];

export const DEFAULT_APP_SETTINGS: AppSettings = {
  enabled: true,
  grantMs: 90 * 86_400_000,
  checksOrigin: true,
  registration: 'enabled',
  redirectHosts: [],
  registrationsPerHour: 10,
};
