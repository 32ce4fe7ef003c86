import { Fragment, useState } from 'react';
import type { SpanDetail } from '#contracts/spans/span.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { rawNumber } from '#web/platform/text/exact-json.ts';
import { asText, type Json } from '#web/platform/text/json.ts';
import { AttributeMenu } from './attribute-menu.tsx';

const SHORT_CHARS = 400;
const ROWS_FIRST = 300;

interface AttributeRowsProps {
  readonly rows: readonly (readonly [string, Json])[];
  /** The span that they are of, or whose resource; null for what cannot be filtered by. */
  readonly span?: SpanDetail | null;
  /** Their keys among the span's attributes begin with this. */
  readonly root?: string;
}

/** Keys, types and values as text, each with what can be done with it. */
export function AttributeRows({ rows, span = null, root = '' }: AttributeRowsProps) {
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, ROWS_FIRST);
  return (
    <dl className="border-t border-line1">
      {shown.map(([key, value]) => (
        <AttributeRow key={key} name={key} value={value} span={span} root={root} />
      ))}
      {shown.length < rows.length && (
        <button type="button" className="py-6 text-12 text-link" onClick={() => setAll(true)}>
          Show all {exactCount(rows.length)}
        </button>
      )}
    </dl>
  );
}

function AttributeRow({ name, value, span, root }: { name: string; value: Json; span: SpanDetail | null; root: string }) {
  const text = asText(value) ?? 'null';
  return (
    <div className="group grid grid-cols-[minmax(120px,36%)_44px_minmax(0,1fr)_24px] gap-8 border-b border-line1 py-4">
      <dt className="mono verbatim text-text2">
        {name.split(/(?<=[._])/).map((part, index) => (
          <Fragment key={index}>
            {part}
            <wbr />
          </Fragment>
        ))}
      </dt>
      <dd className="contents">
        <span className="text-11 leading-18 text-text3">{typeName(value)}</span>
        <span className={`mono verbatim min-w-0 ${typeof value === 'string' ? '' : 'tone-info text-tone'}`}>
          {text.slice(0, SHORT_CHARS)}
          {text.length > SHORT_CHARS && <span className="text-text3"> … {exactCount(text.length - SHORT_CHARS)} more</span>}
        </span>
        <AttributeMenu name={name} value={value} text={text} span={span} root={root} />
      </dd>
    </div>
  );
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (rawNumber(value) !== null) return 'number';
  return typeof value === 'string' ? 'text' : typeof value === 'boolean' ? 'bool' : typeof value;
}
