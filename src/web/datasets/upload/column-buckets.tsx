import { useState } from 'react';
import {
  ROLES,
  ROLE_NAMES,
  columnsOf,
  nextRole,
  withRole,
  type Role,
  type Roles,
} from './column-roles.ts';
import { ROLE_TONES } from './role-look.ts';

/**
 * So many are drawn; a file of thousands of columns is assigned in the table below, or by its
 * header.
 */
const SHOWN_MAX = 60;
const DRAG_TYPE = 'application/x-telltale-column';

interface ColumnBucketsProps {
  readonly roles: Roles;
  readonly onRoles: (roles: Roles) => void;
}

/**
 * The columns by what they become: dragged from one to another, or changed by a click. Where
 * nothing is dragged, empty boxes only take room.
 */
export function ColumnBuckets({ roles, onRoles }: ColumnBucketsProps) {
  const [over, setOver] = useState<Role | null>(null);
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(128px,1fr))] gap-6">
      {ROLES.map((role) => {
        const columns = columnsOf(roles, role);
        return (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is another way to what the buttons within do
          <div
            key={role}
            role="group"
            aria-label={ROLE_NAMES[role]}
            onDragOver={(event) => {
              if (!event.dataTransfer.types.includes(DRAG_TYPE)) return;
              event.preventDefault();
              setOver(role);
            }}
            onDragLeave={() => setOver(null)}
            onDrop={(event) => {
              event.preventDefault();
              setOver(null);
              const column = event.dataTransfer.getData(DRAG_TYPE);
              if (roles.has(column)) onRoles(withRole(roles, column, role));
            }}
            className={`flex max-h-120 min-h-56 flex-col gap-4 overflow-auto rounded-control border p-6 ${columns.length === 0 ? 'max-md:hidden' : ''} ${over === role ? 'border-focus bg-sel' : 'border-line1 bg-bg0'}`}
          >
            <span className="text-11 text-text3">{ROLE_NAMES[role]}</span>
            <span className="flex flex-wrap gap-4">
              {columns.slice(0, SHOWN_MAX).map((column) => (
                <button
                  key={column}
                  type="button"
                  draggable
                  onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, column)}
                  onClick={() => onRoles(withRole(roles, column, nextRole(role)))}
                  title={`${column}: ${ROLE_NAMES[role]}. Drag it, or click for ${ROLE_NAMES[nextRole(role)]}.`}
                  aria-label={`${column}: ${ROLE_NAMES[role]}; change to ${ROLE_NAMES[nextRole(role)]}`}
                  className={`${ROLE_TONES[role]} clip max-w-full cursor-grab rounded-chip bg-tint px-6 text-12 leading-20 text-tone max-md:leading-32 ${role === 'ignore' ? 'line-through' : ''}`}
                >
                  {column === '' ? '(no name)' : column}
                </button>
              ))}
              {columns.length > SHOWN_MAX && (
                <span className="text-12 text-text3">and {columns.length - SHOWN_MAX} more</span>
              )}
            </span>
          </div>
        );
      })}
    </div>
  );
}
