/** The tables of what API keys were used for, as queries see them. */
export interface UsageTables {
  api_key_usage: ApiKeyUsageTable;
  api_key_countries: ApiKeyCountriesTable;
}

interface ApiKeyUsageTable {
  key_id: number;
  hour_ms: number;
  /** Method and route as declared, such as `GET /v1/projects/{id}`. */
  endpoint: string;
  /** First digit of the HTTP status. */
  status_class: number;
  requests: number;
  spans: number;
  /** Of bodies. */
  bytes_in: number;
  bytes_out: number;
}

interface ApiKeyCountriesTable {
  key_id: number;
  hour_ms: number;
  /** ISO 3166-1 alpha-2. */
  country: string;
  requests: number;
}
