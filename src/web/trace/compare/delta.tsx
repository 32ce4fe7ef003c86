/** A figure's change: with its sign, and coloured where less is better. */
export function Delta({
  value,
  text,
  neutral = false,
}: {
  value: number;
  text: string;
  neutral?: boolean;
}) {
  if (value === 0) return <span className="text-text3">0</span>;
  const tone = neutral ? '' : value > 0 ? 'tone-error text-tone' : 'tone-ok text-tone';
  return (
    <span className={`nums ${tone}`}>
      {value > 0 ? '+' : '−'}
      {text}
    </span>
  );
}
