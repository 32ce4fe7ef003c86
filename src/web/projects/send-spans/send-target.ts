/** Where spans go: what is filled into the lines. */
export interface SendTarget {
  /** Of this server, as the browser reaches it: `http://localhost:6006`. */
  readonly origin: string;
  /** Where OTLP over gRPC is reached: `http://localhost:4317`; null when it is off. */
  readonly grpc: string | null;
  readonly project: string;
  /** Whether the server asks for a key, which the lines take from `SERVICE_API_KEY`. */
  readonly needsKey: boolean;
}
