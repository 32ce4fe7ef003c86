const TONES = [
  'tone-info',
  'tone-ok',
  'tone-warn',
  'tone-llm',
  'tone-tool',
  'tone-guardrail',
  'tone-agent',
  'tone-retriever',
] as const;

/** The same name has the same color everywhere; the color has no other meaning. */
function toneOf(name: string): string {
  let sum = 0;
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973;
  return TONES[sum % TONES.length] ?? TONES[0];
}

/** The splits an example is in. */
export function SplitChips({ names }: { names: readonly string[] }) {
  return (
    <span className="inline-flex max-w-full gap-4 overflow-hidden align-middle">
      {names.map((name) => (
        <span
          key={name}
          title={name}
          className={`${toneOf(name)} clip max-w-120 rounded-chip bg-tint px-6 text-11 leading-18 text-tone`}
        >
          {name}
        </span>
      ))}
    </span>
  );
}
