import { useState } from 'react';
import { CopyButton } from '../../../components/copy-button.tsx';
import { exactCount } from '../../../lib/format-number.ts';
import { asText } from '../../../lib/json.ts';
import type { Json } from '../../../lib/json.ts';
import { TextBlock } from './text-block.tsx';

const SHORT_CHARS = 400;
const ROWS_FIRST = 300;

/** Keys and values as text; a long value opens on its own. */
export function AttributeRows({ rows }: { rows: readonly (readonly [string, Json])[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, ROWS_FIRST);
  return (
    <dl className="border-t border-line1">
      {shown.map(([key, value]) => (
        <AttributeRow key={key} name={key} value={value} />
      ))}
      {shown.length < rows.length && (
        <button type="button" className="py-6 text-12 text-link" onClick={() => setAll(true)}>
          Show all {exactCount(rows.length)}
        </button>
      )}
    </dl>
  );
}

function AttributeRow({ name, value }: { name: string; value: Json }) {
  const text = asText(value) ?? 'null';
  const isText = typeof value === 'string';
  return (
    <div className="group grid grid-cols-[minmax(120px,38%)_minmax(0,1fr)_20px] gap-8 border-b border-line1 py-4">
      <dt className="mono verbatim text-text2">{name}</dt>
      <dd className="mono min-w-0">
        {text.length > SHORT_CHARS ? (
          <TextBlock text={text} plain />
        ) : (
          <span className={`verbatim ${isText ? '' : 'tone-info text-tone'}`}>{text}</span>
        )}
      </dd>
      <span className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
        <CopyButton text={text} label={`Copy ${name}`} quiet />
      </span>
    </div>
  );
}
