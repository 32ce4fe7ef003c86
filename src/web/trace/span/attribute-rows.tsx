import { Fragment, useState, useContext } from 'react';
import type { SpanDetail } from '#contracts/spans/span.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { rawNumber } from '#web/platform/text/exact-json.ts';
import { asText, type Json } from '#web/platform/text/json.ts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { copyText } from '#web/platform/browser/copy-text.ts';
import { columnsSetting } from '#web/lists/list-columns.ts';
import { lastList } from '#web/lists/list-memory.ts';
import { narrowedBy, withAttributeColumn } from '#web/lists/narrow-list.ts';
import type { ListSearch } from '#web/lists/search-params.ts';
import { readSetting } from '#web/platform/storage/stored-setting.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';
import { OpenValue } from '#web/trace/open-value.tsx';

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

function AttributeRow({
  name,
  value,
  span,
  root,
}: {
  name: string;
  value: Json;
  span: SpanDetail | null;
  root: string;
}) {
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
        <span
          className={`mono verbatim min-w-0 ${typeof value === 'string' ? '' : 'tone-info text-tone'}`}
        >
          {text.slice(0, SHORT_CHARS)}
          {text.length > SHORT_CHARS && (
            <span className="text-text3"> … {exactCount(text.length - SHORT_CHARS)} more</span>
          )}
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

interface AttributeMenuProps {
  readonly name: string;
  readonly value: Json;
  readonly text: string;
  /**
   * The span that has it, or whose resource has. Those of events and links (null) cannot be
   * filtered by.
   */
  readonly span: SpanDetail | null;
  /** Its key among the span's attributes begins with this. */
  readonly root: string;
}

/** Longer texts are not for an address. */
const VALUE_CHARS_MAX = 500;
const ADD_COLUMN = 'Add as column'; // no cast: words // no cast: words
/** Where a list is led to that was not seen before. */
const ALL_SPANS: ListSearch = { scope: 'spans' };

/** A value's actions: copy, open, and filter the project's list by it. */
function AttributeMenu({ name, value, text, span, root }: AttributeMenuProps) {
  const { project = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const open = useContext(OpenValue);
  const copy = (what: string, copied: string): void => {
    copyText(copied).then(
      () => showToast({ text: `${what} copied` }),
      () => showToast({ text: 'The browser blocked copying.', tone: 'error' }),
    );
  };
  const list = lastList(project) ?? ALL_SPANS;
  const of = { isRoot: span?.parent_id === null, kind: span?.span_kind ?? '' };
  const show = (search: ListSearch): void =>
    void navigate({ to: '/projects/$project/traces', params: { project }, search });
  const filtered =
    typeof value === 'object' || String(value).length > VALUE_CHARS_MAX ? null : String(value);
  const filter = (negate: boolean): void =>
    show(narrowedBy(list, of, root + name, filtered ?? '', negate));
  const addColumn = (): void =>
    show(
      withAttributeColumn(list, of, root + name, (scope) =>
        readSetting(columnsSetting(project, scope)),
      ),
    );
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          icon="more"
          label={`Actions for ${name}`}
          className="size-20! opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 max-md:opacity-100"
        />
      }
    >
      <MenuItem onSelect={() => copy('Value', text)}>Copy value</MenuItem>
      <MenuItem onSelect={() => copy('Key', name)}>Copy key</MenuItem>
      <MenuItem onSelect={() => open({ text, label: name })}>Open</MenuItem>
      {span !== null && filtered !== null && (
        <MenuItem onSelect={() => filter(false)}>Filter by this</MenuItem>
      )}
      {span !== null && filtered !== null && (
        <MenuItem onSelect={() => filter(true)}>Exclude this</MenuItem>
      )}
      {span !== null && <MenuItem onSelect={addColumn}>{ADD_COLUMN}</MenuItem>}
    </Menu>
  );
}
