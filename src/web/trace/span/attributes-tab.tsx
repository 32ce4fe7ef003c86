import { Suspense, useMemo, useState } from 'react';
import type { SpanDetail } from '#contracts/spans/span.ts';
import { SearchField } from '#web/ui/search-field.tsx';
import { plural } from '#web/platform/text/format-number.ts';
import { RESOURCE_KEYS } from '#web/filter/language/resource-keys.ts';
import { asText, type Json } from '#web/platform/text/json.ts';
import { attributesOf } from './span-attributes-codec.ts';
import { AttributeRows } from './attribute-rows.tsx';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';

const JsonPane = lazyPart(async () => ({
  default: (await import('#web/ui/value/json-pane.tsx')).JsonPane,
}));

interface AttributesTabProps {
  readonly span: SpanDetail;
  readonly flat: Readonly<Record<string, Json>>;
  readonly nested: Json;
}

/**
 * Every attribute of the span, then of what sent it: as a flat list with its actions, or as a tree.
 */
export function AttributesTab({ span, flat, nested }: AttributesTabProps) {
  const [text, setText] = useState('');
  const [asTree, setAsTree] = useState(false);
  const groups = useMemo(() => groupsOf(span, flat), [span, flat]);
  const whole = useMemo(() => (asTree ? JSON.stringify(nested) : ''), [asTree, nested]);
  return (
    <div className="flex min-h-full flex-col gap-12">
      <div className="flex items-center gap-8">
        <SearchField
          value={text}
          onChange={setText}
          placeholder="Find an attribute"
          className="flex-1"
        />
        <div
          role="radiogroup"
          aria-label="Show attributes as"
          className="flex overflow-hidden rounded-control border border-line2"
        >
          {[false, true].map((tree) => (
            <button
              key={String(tree)}
              type="button"
              role="radio"
              aria-checked={tree === asTree}
              onClick={() => setAsTree(tree)}
              className={`h-28 px-10 text-12 ${tree === asTree ? 'bg-bg3 text-text1' : 'text-text2 hover:bg-bg2'}`}
            >
              {tree ? 'Tree' : 'Flat'}
            </button>
          ))}
        </div>
      </div>
      {asTree ? (
        <div className="flex h-[65vh] flex-col rounded-control border border-line1">
          <Suspense fallback={null}>
            <JsonPane text={whole} label="attributes" needle={text.trim()} />
          </Suspense>
        </div>
      ) : (
        groups.map((group) => (
          <AttributeGroup key={group.title} {...group} needle={text.trim().toLowerCase()} />
        ))
      )}
    </div>
  );
}

interface Group {
  readonly title: string;
  readonly schemaUrl: string;
  readonly rows: Readonly<Record<string, Json>>;
  /** The span that they are of; null for what cannot be filtered by. */
  readonly span: SpanDetail | null;
  /** The prefix of their names in filters and columns. */
  readonly root?: string;
}

function groupsOf(span: SpanDetail, flat: Readonly<Record<string, Json>>): readonly Group[] {
  const scope = [span.scope.name, span.scope.version].filter((one) => one !== '').join(' ');
  return [
    { title: 'Span', schemaUrl: '', rows: flat, span },
    {
      title: 'Resource',
      schemaUrl: span.resource.schema_url,
      rows: attributesOf(span.resource.attributes),
      span,
      root: RESOURCE_KEYS,
    },
    {
      title: `Scope ${scope}`,
      schemaUrl: span.scope.schema_url,
      rows: attributesOf(span.scope.attributes),
      span: null,
    },
    {
      title: 'OpenTelemetry',
      schemaUrl: '',
      rows: {
        'kind of span': OTEL_KINDS[span.otel_kind] ?? span.otel_kind,
        flags: span.flags,
        ...(span.trace_state === '' ? {} : { 'trace state': span.trace_state }),
        'start, Unix nanoseconds': span.start_time_unix_nano,
        'end, Unix nanoseconds': span.end_time_unix_nano,
      },
      span: null,
    },
  ];
}

const OTEL_KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];

function AttributeGroup({
  title,
  schemaUrl,
  rows,
  span,
  root = '',
  needle,
}: Group & { needle: string }) {
  const all = Object.entries(rows);
  const shown = all.filter(
    ([key, value]) =>
      needle === '' ||
      key.toLowerCase().includes(needle) ||
      (asText(value) ?? 'null').toLowerCase().includes(needle),
  );
  if (shown.length === 0 && (needle !== '' || schemaUrl === '')) return null;
  return (
    <section>
      <h3 className="nums flex flex-wrap items-baseline gap-8 pb-4 text-11 font-medium text-text3">
        {title}
        <span className="font-normal">
          {needle === '' ? plural(all.length, 'attribute') : `${shown.length} of ${all.length}`}
        </span>
        {schemaUrl !== '' && <span className="mono verbatim font-normal">{schemaUrl}</span>}
      </h3>
      <AttributeRows rows={shown} span={span} root={root} />
    </section>
  );
}
