import { useState } from 'react';
import { AUDIT_ACTIONS, isAuditAction } from '#contracts/audit/audit-action.ts';
import type { AuditEntry } from '#contracts/audit/audit-log.ts';
import type { AuditSearch } from './audit-search.ts';
import { formatWhen, isoWithZone } from '#web/platform/time/format-time.ts';
import { Button, IconButton } from '#web/ui/button.tsx';

const CELL = 'px-8 py-4 align-top';

interface AuditRowsProps {
  readonly rows: readonly AuditEntry[];
  readonly onNarrow: (to: AuditSearch) => void;
}

/** The rows as a table; each opens to all that is known of it. */
export function AuditRows({ rows, onNarrow }: AuditRowsProps) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <table aria-label="Audit log" className="nums w-full table-fixed border-collapse text-13">
      {/* The row of details spans all columns: those that a narrow screen does not show have no
          width. */}
      <colgroup>
        <col className="w-112 max-md:w-80" />
        <col />
        <col className="max-md:w-44" />
        <col className="w-96 max-md:w-0" />
        <col className="w-44 max-md:w-0 lg:w-120" />
        <col className="w-0 lg:w-44" />
      </colgroup>
      <thead className="text-left text-12 text-text3">
        <tr className="h-30 border-b border-line1">
          <th className={`${CELL} font-normal`}>When</th>
          <th className={`${CELL} font-normal max-md:hidden`}>Who</th>
          <th className={`${CELL} font-normal`}>What</th>
          <th className={`${CELL} font-normal max-md:hidden`}>Result</th>
          <th className={`${CELL} font-normal max-lg:hidden`}>From</th>
          <th>
            <span className="sr-only">Details</span>
          </th>
        </tr>
      </thead>
      {rows.map((row) => (
        <RowBody
          key={row.id}
          row={row}
          isOpen={open === row.id}
          onToggle={() => setOpen((now) => (now === row.id ? null : row.id))}
          onNarrow={onNarrow}
        />
      ))}
    </table>
  );
}

interface RowBodyProps {
  readonly row: AuditEntry;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onNarrow: (to: AuditSearch) => void;
}

function RowBody({ row, isOpen, onToggle, onNarrow }: RowBodyProps) {
  const bad = row.result !== 'success';
  const what = actionText(row.action);
  return (
    <tbody className="border-b border-line1">
      <tr className="min-h-30 max-md:h-44">
        <td className={`${CELL} text-text2`}>
          <time dateTime={row.time} title={isoWithZone(Date.parse(row.time))}>
            {formatWhen(row.time, Date.now())}
          </time>
        </td>
        <td className={`${CELL} clip max-md:hidden`} title={row.actor.name}>
          {row.actor.name}
        </td>
        <td className={CELL}>
          <p className="clip" title={what}>
            {what}
          </p>
          <p className="clip text-12 text-text3 md:hidden">
            {row.actor.name}
            {bad && <span className="tone-error text-tone"> · {row.result}</span>}
          </p>
          <Target row={row} />
        </td>
        <td className={`${CELL} max-md:hidden ${bad ? 'tone-error text-tone' : 'text-text2'}`}>
          {row.result}
        </td>
        <td
          className={`${CELL} mono clip text-12 text-text2 max-lg:hidden`}
          title={row.clientAddress ?? ''}
        >
          {row.clientAddress}
        </td>
        <td className="py-2 text-right align-top">
          <IconButton
            icon={isOpen ? 'chevronDown' : 'chevronRight'}
            label={`Details of row ${row.seq}`}
            aria-expanded={isOpen}
            className="max-md:size-44"
            onClick={onToggle}
          />
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={6} className="px-8 pb-12">
            <RowDetails row={row} onNarrow={onNarrow} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** The target's name if the row has it, otherwise its id. */
function Target({ row: { target, details } }: { row: AuditEntry }) {
  const name = [details['name'], details['email'], details['username']].find(
    (one) => typeof one === 'string' && one !== '',
  );
  if (name !== undefined)
    return (
      <p className="clip text-12 text-text3" title={String(name)}>
        {String(name)}
      </p>
    );
  if (target.id === null) return null;
  return (
    <p className="mono clip text-12 text-text3" title={target.id}>
      {target.id}
    </p>
  );
}

function RowDetails({ row, onNarrow }: { row: AuditEntry; onNarrow: (to: AuditSearch) => void }) {
  const { actor } = row;
  const facts: readonly (readonly [string, string])[] = [
    ['time', isoWithZone(Date.parse(row.time))],
    ['who', `${actor.name} (${actor.kind})`],
    ['action', row.action],
    ['target', `${row.target.type}${row.target.id === null ? '' : ` ${row.target.id}`}`],
    ['result', row.status === null ? row.result : `${row.result} (${row.status})`],
    ...(row.route === null ? [] : [['route', row.route] as const]),
    ...(row.clientAddress === null ? [] : [['address', row.clientAddress] as const]),
    ...(row.userAgent === null ? [] : [['user agent', row.userAgent] as const]),
    ...Object.entries(row.details).map(
      ([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)] as const,
    ),
    ['row', String(row.seq)],
    ['hash', row.hash],
  ];
  return (
    <div className="flex flex-col gap-8 rounded-control bg-bg2 px-12 py-8">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-16 gap-y-2 text-12">
        {facts.map(([name, value], index) => (
          <div key={`${index} ${name}`} className="contents">
            <dt className="text-text2">{name}</dt>
            <dd className="mono break-all">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-8">
        <Button className="max-md:h-44" onClick={() => onNarrow({ actor: actor.name })}>
          Only {actor.name}
        </Button>
        {actor.apiKeyId !== null && (
          <Button className="max-md:h-44" onClick={() => onNarrow({ key: actor.apiKeyId ?? '' })}>
            Only this key
          </Button>
        )}
      </div>
    </div>
  );
}

/** The action in words; its raw name when this page is older than the server. */
function actionText(action: string): string {
  return isAuditAction(action) ? AUDIT_ACTIONS[action] : action;
}
