import { AUDIT_ACTIONS, AUDIT_RESULTS, isAuditAction } from '#contracts/audit/audit-action.ts';
import { AUDIT_RANGES, type AuditSearch } from './audit-search.ts';
import { withChanges } from '#web/platform/address/search-schema.ts';
import { useDraft } from '#web/ui/form/use-draft.ts';
import { Button } from '#web/ui/button.tsx';

const BOX = 'h-30 min-w-0 rounded-control border border-line3 bg-bg0 px-8 text-13 text-text1 max-md:h-44';
const RANGE_LABELS = { '1h': 'Last hour', '24h': 'Last 24 hours', '7d': 'Last 7 days', '30d': 'Last 30 days' };
const ACTION_NAMES = Object.keys(AUDIT_ACTIONS).filter(isAuditAction);

/** The audit log's filters: choices apply at once, texts on blur or Enter. */
export function AuditFilters({ search, onChange }: { search: AuditSearch; onChange: (search: AuditSearch) => void }) {
  const isNarrowed = Object.keys(search).length > 0;
  const without = (name: keyof AuditSearch): AuditSearch => withChanges(search, { [name]: undefined });
  return (
    <div role="search" aria-label="Audit log" className="flex flex-wrap items-end gap-8">
      <Choice
        label="Action"
        value={search.action ?? ''}
        options={ACTION_NAMES.map((name) => ({ value: name, label: AUDIT_ACTIONS[name] }))}
        onValue={(action) => onChange(isAuditAction(action) ? { ...search, action } : without('action'))}
      />
      <Choice
        label="Result"
        value={search.result ?? ''}
        options={AUDIT_RESULTS.map((result) => ({ value: result, label: result }))}
        onValue={(value) => {
          const result = AUDIT_RESULTS.find((one) => one === value);
          onChange(result === undefined ? without('result') : { ...search, result });
        }}
      />
      <Choice
        label="Time"
        value={search.within ?? ''}
        options={AUDIT_RANGES.map((range) => ({ value: range, label: RANGE_LABELS[range] }))}
        onValue={(value) => {
          const within = AUDIT_RANGES.find((one) => one === value);
          onChange(within === undefined ? without('within') : { ...search, within });
        }}
      />
      <TextFilter
        label="Actor"
        placeholder="ada@example.org"
        value={search.actor ?? ''}
        onValue={(actor) => onChange(actor === '' ? without('actor') : { ...search, actor })}
      />
      <TextFilter
        label="API key id"
        placeholder="VXNlckFwaUtleTox"
        value={search.key ?? ''}
        onValue={(key) => onChange(key === '' ? without('key') : { ...search, key })}
      />
      {isNarrowed && (
        <Button look="quiet" className="max-md:h-44" onClick={() => onChange({})}>
          Show all
        </Button>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onValue: (value: string) => void;
}

function Choice({ label, value, options, onValue }: ChoiceProps) {
  return (
    <label className="flex min-w-0 flex-col gap-4 text-12 text-text2 max-md:flex-1 max-md:basis-140">
      {label}
      <select className={`${BOX} md:max-w-200`} value={value} onChange={(event) => onValue(event.target.value)}>
        <option value="">Any</option>
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  );
}

interface TextFilterProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function TextFilter({ label, placeholder, value, onValue }: TextFilterProps) {
  const { text, setText, commit } = useDraft(value, (typed) => onValue(typed.trim()));
  return (
    <label className="flex min-w-0 flex-col gap-4 text-12 text-text2 max-md:flex-1 max-md:basis-140">
      {label}
      <input
        className={`${BOX} md:w-160`}
        value={text}
        placeholder={placeholder}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
    </label>
  );
}
