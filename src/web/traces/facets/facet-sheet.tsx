import type { ComponentProps } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useHash } from '#web/platform/address/use-hash.ts';
import { FacetList } from './facet-panel.tsx';

const FACETS_HASH = 'facets';

/** The facets where there is no room beside the list: a sheet over it, which Back closes. */
export function FacetSheet(props: ComponentProps<typeof FacetList>) {
  const [hash, setHash] = useHash();
  return (
    <>
      <Button className="lg:hidden" aria-label="Facets" onClick={() => setHash(FACETS_HASH)}>
        <Icon name="filter" size={14} /> Facets
      </Button>
      {hash === FACETS_HASH && (
        <Dialog title="Facets" onClose={() => setHash(null)}>
          <div className="max-h-[70dvh] overflow-y-auto">
            <FacetList {...props} />
          </div>
        </Dialog>
      )}
    </>
  );
}
