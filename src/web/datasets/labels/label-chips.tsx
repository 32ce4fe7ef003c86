import type { DatasetLabel } from '#contracts/datasets/dataset-label.ts';

/** A label's color: any color, so it is shown beside the name and never behind it. */
export function LabelDot({ color }: { color: string }) {
  return (
    <span
      className="size-8 shrink-0 rounded-full"
      style={{ background: color }}
      aria-hidden="true"
    />
  );
}

interface LabelChipsProps {
  readonly labels: readonly DatasetLabel[];
  /** So many are named, the others counted. */
  readonly max?: number;
  readonly className?: string;
}

/** The labels of a dataset. */
export function LabelChips({ labels, max = 3, className = '' }: LabelChipsProps) {
  const rest = labels.slice(max);
  return (
    <span className={`inline-flex max-w-full gap-4 overflow-hidden align-middle ${className}`}>
      {labels.slice(0, max).map(({ id, name, description, color }) => (
        <span
          key={id}
          title={description === null || description === '' ? name : `${name}\n${description}`}
          className="inline-flex h-18 max-w-140 min-w-36 items-center gap-4 rounded-chip bg-bg3 px-6 text-11 text-text1"
        >
          <LabelDot color={color} />
          <span className="clip">{name}</span>
        </span>
      ))}
      {rest.length > 0 && (
        <span
          title={rest.map(({ name }) => name).join('\n')}
          className="nums shrink-0 text-11 leading-18 text-text2"
        >
          +{rest.length}
        </span>
      )}
    </span>
  );
}
