import { useState } from 'react';
import type { ComponentProps } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { FacetList } from './facet-panel.tsx';

/** The facets where there is no room beside the list: a sheet over it. */
export function FacetSheet(props: ComponentProps<typeof FacetList>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="lg:hidden" aria-label="Facets" onClick={() => setOpen(true)}>
        <Icon name="filter" size={14} /> Facets
      </Button>
      {isOpen && (
        <Dialog title="Facets" onClose={() => setOpen(false)}>
          <div className="max-h-[70dvh] overflow-y-auto">
            <FacetList {...props} />
          </div>
        </Dialog>
      )}
    </>
  );
}
