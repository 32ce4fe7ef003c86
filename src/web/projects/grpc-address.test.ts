import { expect, it } from 'vitest';
import { grpcAddress } from './grpc-address.ts';

it('is what the operator says, else the port of the host this page came from', () => {
  expect(grpcAddress({ grpc_port: 4317, grpc_url: null, grpc_tls: false }, 'localhost')).toBe(
    'http://localhost:4317',
  );
  expect(
    grpcAddress({ grpc_port: 4317, grpc_url: null, grpc_tls: true }, 'tools.example.org'),
  ).toBe('https://tools.example.org:4317');
  expect(
    grpcAddress(
      { grpc_port: 4317, grpc_url: 'https://tools.example.org:4318/', grpc_tls: false },
      'tools.example.org',
    ),
  ).toBe('https://tools.example.org:4318');
  expect(
    grpcAddress(
      { grpc_port: null, grpc_url: 'https://tools.example.org:4318', grpc_tls: false },
      'localhost',
    ),
  ).toBeNull();
});
