import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { sendExamples } from '../api/send-examples.ts';
import { EXAMPLE_PROJECT } from '../lib/example-data.ts';
import { tracesPath } from '../lib/paths.ts';
import { Button } from './button.tsx';
import { FormError } from './field.tsx';
import { ROOT_PATH } from '../lib/root-path.ts';

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
