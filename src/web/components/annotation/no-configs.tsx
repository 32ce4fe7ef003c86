import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ANNOTATION_SETTINGS_PATH } from '../../lib/settings-pages.ts';

/** Where nothing is asked about in a project yet: the way to say what, and a form that needs none. */
export function NoConfigs({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-12">
      <p className="text-12 text-text2">
        This project has no annotation configs: labels with number keys, scores with bounds.{' '}
        <Link to={ANNOTATION_SETTINGS_PATH} className="text-link underline">
          Set them up in the settings
        </Link>
        , or judge under a name of your own.
      </p>
      {children}
    </div>
  );
}
