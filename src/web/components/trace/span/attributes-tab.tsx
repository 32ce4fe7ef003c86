import { useMemo, useState } from 'react';
import type { SpanDetail } from '../../../api/model.ts';
import { SearchField } from '../../../components/search-field.tsx';
import { asText } from '../../../lib/json.ts';
import type { Json } from '../../../lib/json.ts';
import { attributesOf } from '../../../lib/span-attributes-codec.ts';
import { AttributeRows } from './attribute-rows.tsx';

/** Every attribute of the span, then of what sent it. */
export function AttributesTab({ span, flat }: { span: SpanDetail; flat: Readonly<Record<string, Json>> }) {
  const [text, setText] = useState('');
  const groups = useMemo(
    () => [
      { title: 'Span', rows: flat },
      { title: 'Resource', rows: attributesOf(span.resource.attributes) },
      {
        title: `Scope ${[span.scope.name, span.scope.version].filter((one) => one !== '').join(' ')}`,
        rows: attributesOf(span.scope.attributes),
      },
    ],
    [span, flat],
  );
  return (
    <div className="flex flex-col gap-12">
      <SearchField value={text} onChange={setText} placeholder="Find an attribute" />
      {groups.map((group) => (
        <AttributeGroup key={group.title} title={group.title} rows={group.rows} needle={text.trim().toLowerCase()} />
      ))}
    </div>
  );
}

function AttributeGroup({ title, rows, needle }: { title: string; rows: Readonly<Record<string, Json>>; needle: string }) {
  const shown = Object.entries(rows).filter(
    ([key, value]) => needle === '' || key.toLowerCase().includes(needle) || (asText(value) ?? 'null').toLowerCase().includes(needle),
  );
  if (shown.length === 0) return null;
  return (
    <section>
      <h3 className="pb-4 text-11 font-medium text-text3">{title}</h3>
      <AttributeRows rows={shown} />
    </section>
  );
}
