import { useQuery } from '@tanstack/react-query';
import { useContext, useEffect, useMemo, useState, type ContextType } from 'react';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { spanDetailOptions } from '#web/trace/traces.calls.ts';
import { prettyText } from '#web/trace/conversation.ts';
import { formatDuration } from '#web/platform/time/format-time.ts';
import { asText } from '#web/platform/text/json.ts';
import { attributesOf } from '#web/trace/span/span-attributes-codec.ts';
import { nameOf } from '#web/trace/trace-columns.ts';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { TraceScope } from '#web/trace/trace-scope.ts';
import { DiffText } from '#web/ui/value/diff-text.tsx';

/** So many spans can be chosen from: those of the same name first. */
const CHOICES_MAX = 400;
const SELECT = 'h-28 max-w-full min-w-0 rounded-control border border-line2 bg-bg1 px-6 text-12 text-text1';

/** The differences between this value and one of another span of the trace. */
export function DiffPane({ text, label, spanId }: { text: string; label: string; spanId: string }) {
  const scope = useContext(TraceScope);
  const choices = useMemo(() => choicesOf(scope, spanId), [scope, spanId]);
  const [row, setRow] = useState<number | null>(null);
  const chosen = row ?? choices[0]?.row ?? -1;
  const id = encodeGlobalId('Span', scope?.skeleton.ids[chosen] ?? 0);
  const { data, error } = useQuery({ ...spanDetailOptions(id), enabled: chosen >= 0 });
  const flat = useMemo(() => (data === undefined ? {} : attributesOf(data.attributes)), [data]);
  const keys = useMemo(() => Object.keys(flat), [flat]);
  const [key, setKey] = useState(label);
  const used = keys.includes(key) ? key : keys.includes(label) ? label : (keys.find((one) => one === 'output.value') ?? keys[0]);
  const other = used === undefined ? null : prettyText(asText(flat[used]) ?? 'null');
  useEffect(() => setKey(label), [label]);
  if (choices.length === 0) return <p className="px-16 py-12 text-13 text-text3">This trace has no other span to compare with.</p>;
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-8 border-b border-line1 px-12 py-6 text-12 text-text2">
        <label className="flex min-w-0 items-center gap-6">
          against
          <select className={SELECT} value={chosen} onChange={(event) => setRow(Number(event.target.value))}>
            {choices.map((choice) => (
              <option key={choice.row} value={choice.row}>
                {choice.label}
              </option>
            ))}
          </select>
        </label>
        <label className="flex min-w-0 items-center gap-6">
          its
          <select className={SELECT} value={used ?? ''} onChange={(event) => setKey(event.target.value)}>
            {keys.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      </div>
      {error !== null && <ErrorNote what="The other span could not be read" error={error} />}
      {data === undefined && error === null && <SkeletonRows rows={8} height={24} />}
      {data !== undefined && keys.length === 0 && (
        <p className="px-16 py-12 text-13 text-text3">The other span has no attributes to compare with.</p>
      )}
      {other !== null && <DiffText before={other} after={text} />}
    </>
  );
}

interface Choice {
  readonly row: number;
  readonly label: string;
}

/** Spans to compare with: of the same name first, the nearest before first of all. */
function choicesOf(scope: ContextType<typeof TraceScope>, spanId: string): readonly Choice[] {
  if (scope === null) return [];
  const { columns } = scope;
  const own = columns.spanIds.indexOf(spanId);
  const name = nameOf(columns, own);
  const rows = Array.from({ length: columns.count }, (_, row) => row).filter((row) => row !== own);
  const same = rows.filter((row) => nameOf(columns, row) === name);
  const ordered = [
    ...same.filter((row) => row < own).toReversed(),
    ...same.filter((row) => row > own),
    ...rows.filter((row) => nameOf(columns, row) !== name),
  ];
  return ordered
    .slice(0, CHOICES_MAX)
    .map((row) => ({ row, label: `${nameOf(columns, row).slice(0, 60)} · +${formatDuration(columns.startsMs[row] ?? 0)}` }));
}
