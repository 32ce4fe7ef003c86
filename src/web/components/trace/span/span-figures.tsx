import type { SpanDetail } from '../../../api/model.ts';
import { firstTokenMs } from '../../../lib/conversation.ts';
import { exactCount, formatCost, threeDigits } from '../../../lib/format-number.ts';
import { formatDuration } from '../../../lib/format-time.ts';
import type { Json } from '../../../lib/json.ts';

interface Figure {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
}

/** What the span took: time, tokens, money. Only what is known is shown. */
export function SpanFigures({ span, nested }: { span: SpanDetail; nested: Json }) {
  const figures = figuresOf(span, nested);
  return (
    <dl className="nums mb-12 flex flex-wrap overflow-hidden rounded-popover border border-line1 bg-bg1">
      {figures.map((figure) => (
        <div key={figure.label} className="min-w-96 flex-1 border-l border-line1 px-10 py-8 -ml-1">
          <dt className="text-11 text-text3">{figure.label}</dt>
          <dd className="font-semibold">
            {figure.value} {figure.note !== undefined && <span className="block text-11 font-normal text-text3">{figure.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function figuresOf(span: SpanDetail, nested: Json): readonly Figure[] {
  const figures: Figure[] = [{ label: 'Latency', value: formatDuration(span.latency_ms) }];
  const events = span.events.map((event) => ({ name: event.name, offsetMs: Date.parse(event.timestamp) - Date.parse(span.start_time) }));
  const first = firstTokenMs(nested, events);
  if (first !== null) figures.push({ label: 'First token', value: formatDuration(first) });
  const { prompt, completion, cache_read, cache_write, reasoning, audio } = span.tokens;
  if (prompt !== null || completion !== null) {
    const seconds = (span.latency_ms - (first ?? 0)) / 1000;
    const speed = completion !== null && completion > 0 && seconds > 0 ? `${threeDigits(completion / seconds)} tok/s` : null;
    const types = [
      [cache_read, 'cached'],
      [cache_write, 'cache write'],
      [reasoning, 'reasoning'],
      [audio, 'audio'],
    ].filter(([count]) => typeof count === 'number' && count > 0);
    const note = [speed, ...types.map(([count, word]) => `${exactCount(Number(count))} ${word}`)].filter((one) => one !== null).join(' · ');
    figures.push({
      label: 'Tokens in · out',
      value: `${exactCount(prompt ?? 0)} · ${exactCount(completion ?? 0)}`,
      ...(note === '' ? {} : { note }),
    });
  }
  if (span.cost_usd !== null) figures.push({ label: 'Cost', value: formatCost(span.cost_usd) });
  if (span.document_count > 0) figures.push({ label: 'Documents', value: exactCount(span.document_count) });
  return figures;
}
