/** What the server says of its gRPC port. */
interface GrpcPlace {
  readonly grpc_port: number | null;
  readonly grpc_url: string | null;
}

/** Where exporters send by gRPC: as configured, else the port of the host that this page came from; null where it is off. */
export function grpcAddress({ grpc_port: port, grpc_url: url }: GrpcPlace, hostname: string): string | null {
  if (port === null) return null;
  return url?.replace(/\/+$/, '') ?? `http://${hostname}:${port}`;
}
