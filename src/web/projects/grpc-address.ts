/** The server's description of its gRPC port. */
interface GrpcPlace {
  readonly grpc_port: number | null;
  readonly grpc_url: string | null;
  readonly grpc_tls: boolean;
}

/**
 * Where exporters send by gRPC: as configured, else the port of the host that this page came from;
 * null where it is off.
 */
export function grpcAddress(
  { grpc_port: port, grpc_url: url, grpc_tls: tls }: GrpcPlace,
  hostname: string,
): string | null {
  if (port === null) return null;
  return url?.replace(/(?<!\/)\/+$/, '') ?? `${tls ? 'https' : 'http'}://${hostname}:${port}`;
}
