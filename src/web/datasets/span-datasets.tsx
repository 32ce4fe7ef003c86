import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { spanDatasetsOptions } from './span-examples.calls.ts';
import { exampleKey } from '#web/platform/address/address-ids.ts';

/** Which datasets have an example that was made of a span; nothing where none has. */
export function SpanDatasets({ span }: { span: string }) {
  const { data } = useQuery(spanDatasetsOptions(span));
  const links = (data ?? []).filter((one) => one.in_newest_version);
  if (links.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-8 pt-2 text-12 text-text3">
      In
      {links.map((one) => (
        <Link
          key={one.node_id}
          to="/datasets/$dataset/examples"
          params={{ dataset: one.dataset_id }}
          search={{ example: exampleKey(one.node_id) }}
          className="clip max-w-240 text-link hover:underline"
        >
          {one.dataset_name}
        </Link>
      ))}
    </p>
  );
}
