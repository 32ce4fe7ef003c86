import { useState } from 'react';
import type { Role, Roles } from './column-roles.ts';
import { Field } from '#web/ui/form/field.tsx';

const FIELDS = [
  { role: 'input', label: 'Input columns, comma-separated' },
  { role: 'output', label: 'Output columns' },
  { role: 'metadata', label: 'Metadata columns' },
  { role: 'split', label: 'Split column' },
  { role: 'id', label: 'Column of example ids' },
] as const;

/** The columns' roles in a binary file: only the server can read it, so the user names them here. */
export function NamedColumns({ onRoles }: { onRoles: (roles: Roles) => void }) {
  const [texts, setTexts] = useState<Readonly<Partial<Record<Role, string>>>>({});
  const change = (role: Role, text: string): void => {
    const next = { ...texts, [role]: text };
    setTexts(next);
    onRoles(
      new Map(
        FIELDS.flatMap((field) =>
          (next[field.role] ?? '')
            .split(',')
            .map((column) => column.trim())
            .filter(Boolean)
            .map((column): [string, Role] => [column, field.role]),
        ),
      ),
    );
  };
  return (
    <div className="flex flex-col gap-8">
      <p className="text-12 text-text2">
        The columns of this file are read by the server. Name those that become input, output and metadata; one that the file does not have
        is refused with its name, and nothing is stored.
      </p>
      {FIELDS.map(({ role, label }) => (
        <div key={role} className="flex">
          <Field
            label={label}
            value={texts[role] ?? ''}
            onValue={(text) => change(role, text)}
            placeholder={role === 'input' ? 'question, context' : ''}
          />
        </div>
      ))}
    </div>
  );
}
