/** The tags of an experiment; the baseline is emphasized. */
export function TagChips({
  tags,
  max = 3,
  className = '',
}: {
  tags: readonly string[];
  max?: number;
  className?: string;
}) {
  if (tags.length === 0) return null;
  // The baseline first: it is what the others are compared with.
  const ordered = tags.toSorted((a, b) => Number(b === 'baseline') - Number(a === 'baseline'));
  const rest = ordered.slice(max);
  return (
    <span className={`inline-flex min-w-0 gap-4 overflow-hidden ${className}`}>
      {ordered.slice(0, max).map((tag) => (
        <span
          key={tag}
          title={
            tag === 'baseline'
              ? 'Other experiments of this dataset are compared with this one'
              : tag
          }
          className={`clip h-18 max-w-140 rounded-chip px-6 text-11 leading-18 text-text1 ${tag === 'baseline' ? 'tone-info bg-tint text-tone' : 'bg-bg3'}`}
        >
          {tag}
        </span>
      ))}
      {rest.length > 0 && (
        <span title={rest.join('\n')} className="nums shrink-0 text-11 leading-18 text-text2">
          +{rest.length}
        </span>
      )}
    </span>
  );
}
