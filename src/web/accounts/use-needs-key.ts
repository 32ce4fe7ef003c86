import { useQuery } from '@tanstack/react-query';
import { serverInfoOptions } from '#web/platform/http/server.ts';

/**
 * Whether programs need an API key here: the lines they are shown then take it from
 * `SERVICE_API_KEY`.
 */
export function useNeedsKey(): boolean {
  return useQuery(serverInfoOptions).data?.authentication ?? false;
}
