import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { sendExamples } from './send-examples.ts';
import { EXAMPLE_PROJECT } from './example-data.ts';
import { tracesPath } from '#web/platform/address/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/form/field.tsx';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';

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
