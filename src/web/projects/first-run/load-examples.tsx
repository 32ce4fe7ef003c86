import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { EXAMPLE_PROJECT, exampleRequest } from './example-data.ts';
import { tracesPath } from '#web/platform/address/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/form/field.tsx';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { ApiError } from '#web/platform/http/client.ts';
import { sessionFetch } from '#web/platform/http/session-fetch.ts';

/** Fills the project `examples` with conversations to look at, and goes there. */
export function LoadExamples({ onStart }: { onStart?: () => void }) {
  const client = useQueryClient();
  const { history } = useRouter();
  const load = useMutation({
    mutationFn: sendExamples,
    onMutate: () => onStart?.(),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['project-summaries'] });
      history.push(ROOT_PATH + tracesPath(EXAMPLE_PROJECT));
    },
  });
  return (
    <>
      <Button onClick={() => load.mutate()} disabled={load.isPending}>
        Load example data
      </Button>
      <FormError error={load.error} />
    </>
  );
}

/**
 * Sends the example data as any exporter would. Rejects with the server's reason when it did not
 * take all of it.
 */
async function sendExamples(): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(exampleRequest(Date.now())) };
  const response = await sessionFetch(new Request(`${ROOT_PATH}/v1/traces`, init));
  const body: unknown = await response.json().catch(() => null);
  const reason = reasonOf(body);
  if (!response.ok || reason !== null)
    throw new ApiError(
      response.status,
      reason ?? `The server answered ${response.status}.`,
      response.headers.get('x-request-id'),
    );
}

/** Why spans were refused: of the whole request, or of some of them. */
function reasonOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  if ('message' in body && typeof body.message === 'string') return body.message;
  if (
    !('partialSuccess' in body) ||
    typeof body.partialSuccess !== 'object' ||
    body.partialSuccess === null
  )
    return null;
  return 'errorMessage' in body.partialSuccess &&
    typeof body.partialSuccess.errorMessage === 'string'
    ? body.partialSuccess.errorMessage
    : null;
}
