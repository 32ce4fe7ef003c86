import { useQuery } from '@tanstack/react-query';
import { serverInfoOptions, storageOptions } from '#web/platform/http/server.ts';
import { useConnection } from '#web/platform/http/connection.ts';
import { exactCount, formatBytes } from '#web/platform/text/format-number.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Popover } from '#web/ui/floating/popover.tsx';
import { Tooltip } from '#web/ui/floating/tooltip.tsx';
import { Fragment, type ComponentPropsWithRef } from 'react';
import { PREFERENCE_CHOICES } from '#web/platform/storage/preference-choices.ts';
import { setPreferences, usePreferences } from '#web/platform/storage/preferences.ts';
import {
  THEME_CHOICES,
  THEME_NAMES,
  setTheme,
  useThemeChoice,
} from '#web/platform/storage/theme.ts';
import { Menu, MenuItem, MenuLabel } from '#web/ui/floating/menu.tsx';

const THEME_ICONS = { system: 'system', light: 'sun', dark: 'moon' } as const;

/** Theme, density, time zone and numbers, from the sidebar's foot. */
function DisplayMenu({ className, isLabelled }: { className: string; isLabelled: boolean }) {
  const theme = useThemeChoice();
  const preferences = usePreferences();
  return (
    <Menu
      trigger={
        <FootButton label="Display" isLabelled={isLabelled} className={className}>
          <Icon name={THEME_ICONS[theme]} />
        </FootButton>
      }
    >
      <MenuLabel>Theme</MenuLabel>
      {THEME_CHOICES.map((one) => (
        <MenuItem key={one} checked={one === theme} onSelect={() => setTheme(one)}>
          {THEME_NAMES[one]}
        </MenuItem>
      ))}
      {PREFERENCE_CHOICES.map(({ label, options }) => (
        <Fragment key={label}>
          <MenuLabel>{label}</MenuLabel>
          {options.map((one) => (
            <MenuItem
              key={one.label}
              checked={one.isChosen(preferences)}
              onSelect={() => setPreferences(one.change)}
            >
              {one.label}
            </MenuItem>
          ))}
        </Fragment>
      ))}
    </Menu>
  );
}

const API_REFERENCE = 'API reference';

interface SidebarFootProps {
  readonly folded: boolean;
  readonly inSheet: boolean;
  readonly onFold: () => void;
  readonly onHelp: () => void;
}

/**
 * Controls needed on every page, and the server's state. With labels in the phone sheet, where
 * there is no hover; otherwise icons with tooltips.
 */
export function SidebarFoot({ folded, inSheet, onFold, onHelp }: SidebarFootProps) {
  const look = inSheet
    ? 'flex h-44 items-center gap-10 px-8 text-text2'
    : 'inline-grid size-28 place-items-center text-text3';
  const button = `${look} shrink-0 rounded-control hover:bg-bg2 hover:text-text1`;
  const reference = (
    <a
      className={button}
      href={`${ROOT_PATH}/docs`}
      aria-label={inSheet ? undefined : API_REFERENCE}
    >
      <Icon name="book" />
      {inSheet && API_REFERENCE}
    </a>
  );
  return (
    <div className="flex flex-col gap-6 border-t border-line1 p-8">
      <div className={`flex ${folded || inSheet ? 'flex-col' : 'flex-row'} gap-2`}>
        <DisplayMenu className={button} isLabelled={inSheet} />
        <FootButton
          label="Keyboard help"
          note="Keyboard help (?)"
          isLabelled={inSheet}
          className={button}
          onClick={onHelp}
        >
          <Icon name="keyboard" />
        </FootButton>
        {inSheet ? (
          reference
        ) : (
          <Tooltip text={API_REFERENCE} side="top">
            {reference}
          </Tooltip>
        )}
        {!inSheet && (
          <FootButton
            label={folded ? 'Open sidebar' : 'Fold sidebar'}
            note={folded ? 'Open sidebar ([)' : 'Fold sidebar ([)'}
            isLabelled={false}
            className={`${button} ${folded ? '' : 'ml-auto'}`}
            onClick={onFold}
          >
            <Icon name="sidebar" />
          </FootButton>
        )}
      </div>
      <Health folded={folded} />
    </div>
  );
}

/** What is wrong with the server, in few words; null where nothing is. */
function problemOf(
  connection: ReturnType<typeof useConnection>,
  isStorageUnknown: boolean,
): string | null {
  if (connection === 'unready') return 'Server isn’t ready';
  if (connection !== 'online') return 'Server cannot be reached';
  return isStorageUnknown ? 'The storage can’t be read' : null;
}

/** Whether the server answers and what it keeps; more on click. */
function Health({ folded }: { folded: boolean }) {
  const server = useQuery(serverInfoOptions);
  const storage = useQuery(storageOptions);
  const problem = problemOf(useConnection(), storage.isError);
  const bytes = (storage.data?.['fileBytes'] ?? 0) + (storage.data?.['walBytes'] ?? 0);
  const size = storage.data === undefined ? null : formatBytes(bytes);
  const text = problem ?? [server.data?.version, size, 'healthy'].filter(Boolean).join(' · ');
  const button = (
    <button
      type="button"
      aria-label={`Server: ${text}`}
      className="nums flex h-24 items-center gap-6 rounded-control px-6 text-11 text-text3 hover:bg-bg2 hover:text-text1 max-md:h-44"
    >
      <span
        className={`${problem === null ? 'tone-ok' : 'tone-error'} size-6 shrink-0 rounded-chip bg-bar`}
        aria-hidden="true"
      />
      <span className={folded ? 'sr-only' : 'clip'} role="status">
        {text}
      </span>
    </button>
  );
  return (
    <Popover
      label="Server"
      trigger={
        folded ? (
          <Tooltip text={text} side="right">
            {button}
          </Tooltip>
        ) : (
          button
        )
      }
    >
      <dl className="nums grid grid-cols-[auto_1fr] gap-x-16 gap-y-4 text-12">
        <dt className="text-text3">Version</dt>
        <dd>{server.data?.version}</dd>
        <dt className="text-text3">HTTP</dt>
        <dd>{server.data === undefined ? '' : `:${server.data.http_port}`}</dd>
        <dt className="text-text3">gRPC</dt>
        <dd>{server.data?.grpc_port === null ? 'off' : `:${server.data?.grpc_port ?? ''}`}</dd>
        <dt className="text-text3">Spans</dt>
        <dd>{exactCount(storage.data?.['spans'] ?? 0)}</dd>
        <dt className="text-text3">On disk</dt>
        <dd>{size}</dd>
      </dl>
    </Popover>
  );
}

interface FootButtonProps extends ComponentPropsWithRef<'button'> {
  readonly label: string;
  /** In its tooltip, such as a key; its label without. */
  readonly note?: string;
  /**
   * Whether there is room for the label beside the icon: where there is no pointer and no focus
   * ring, nothing else would show it.
   */
  readonly isLabelled: boolean;
}

/** An icon in the sidebar's foot, with its label beside it or in a tooltip on hover and focus. */
function FootButton({
  label,
  note = label,
  isLabelled,
  children,
  className = '',
  ...rest
}: FootButtonProps) {
  if (isLabelled)
    return (
      <button type="button" className={className} {...rest}>
        {children}
        {label}
      </button>
    );
  return (
    <Tooltip text={note} side="top" {...rest}>
      <button type="button" aria-label={label} className={className}>
        {children}
      </button>
    </Tooltip>
  );
}
