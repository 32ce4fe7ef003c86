/** Where the database of spans is, and who connects. Plain data: it goes to threads. */
export interface ClickHouseSettings {
  /** `http://` or `https://`, host and port, without a path. */
  readonly url: string;
  readonly database: string;
  readonly username: string;
  readonly password: string;
  /** The cluster whose servers hold the tables; null for a single server. */
  readonly cluster: string | null;
}

/** The engine in messages. */
export function clickhouseName({ url }: Pick<ClickHouseSettings, 'url'>): string {
  return `ClickHouse at ${url.replace(/^https?:\/\//, '')}`;
}
