import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnModelPrice } from '#contracts/prices/own-model-price.ts';
import { deleteOwnPrice, ownPricesOptions, pricesChanged } from './own-prices.calls.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { useMay } from '#web/accounts/may.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { exactRate } from '#web/platform/text/format-number.ts';
import { daysText, draftOf, PRICE_FIELDS } from './own-price-draft.ts';
import { FigureTable } from '#web/ui/figure-table.tsx';
import { OwnPriceForm } from './own-price-form.tsx';

type Open = { readonly what: 'change' | 'delete'; readonly price: OwnModelPrice };

/** Prices with their own columns; the others share one. */
const COLUMNS = ['input', 'output', 'cache_read', 'cache_write'] as const;
const COLUMN_NAMES: ReadonlySet<string> = new Set(COLUMNS);

/** The prices that were set on this server. */
export function OwnPrices() {
  const { data, error, refetch } = useQuery(ownPricesOptions);
  const mayChange = useMay('admin');
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  if (error !== null && data === undefined)
    return (
      <ErrorNote
        what="Custom prices could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <SkeletonRows rows={2} height={44} />;
  if (data.length === 0)
    return (
      <EmptyNote title="No custom prices yet">
        {mayChange
          ? 'Add one for a model you host yourself, or for a rate you negotiated.'
          : 'Admins can add one for a model that you host, or for a rate that was negotiated.'}
      </EmptyNote>
    );
  return (
    <>
      <FigureTable
        label="Own prices"
        columns={[
          'Model',
          'Days',
          'Input',
          'Output',
          'Cache read',
          'Cache write',
          'Other',
          ...(mayChange ? ['Actions'] : []),
        ]}
        figures={[2, 3, 4, 5, 7]}
        rows={data.map((price) => ({
          id: price.id,
          cells: [
            <Title key="title" price={price} />,
            daysText(price),
            ...COLUMNS.map((name) => rateText(price.prices[name])),
            <Others key="others" price={price} />,
            <Actions key="actions" price={price} onOpen={(what) => setOpen({ what, price })} />,
          ],
        }))}
      />
      {open?.what === 'change' && (
        <OwnPriceForm id={open.price.id} start={draftOf(open.price)} onClose={close} />
      )}
      {open?.what === 'delete' && <DeletePrice price={open.price} onClose={close} />}
    </>
  );
}

function rateText(rate: number | null): string {
  return rate === null ? '–' : exactRate(rate);
}

function Title({ price: { model, provider } }: { price: OwnModelPrice }) {
  return (
    <span className="flex flex-col py-4 max-md:w-160">
      <span className="clip mono" title={model}>
        {model}
      </span>
      <span className="clip text-11 text-text3">{provider ?? 'any provider'}</span>
    </span>
  );
}

function Others({ price: { prices } }: { price: OwnModelPrice }) {
  const others = PRICE_FIELDS.filter(
    ({ name }) => !COLUMN_NAMES.has(name) && prices[name] !== null,
  );
  return (
    <span className="flex flex-col py-4 text-12">
      {others.map(({ name, label }) => (
        <span key={name} className="nums">
          {label} {rateText(prices[name])}
        </span>
      ))}
    </span>
  );
}

function Actions({
  price,
  onOpen,
}: {
  price: OwnModelPrice;
  onOpen: (what: Open['what']) => void;
}) {
  const name = nameOf(price);
  return (
    <span className="flex justify-end gap-4">
      <Button
        look="quiet"
        aria-label={`Change the price of ${name}`}
        className="max-md:h-44"
        onClick={() => onOpen('change')}
      >
        Change
      </Button>
      <IconButton
        icon="trash"
        label={`Delete the price of ${name}`}
        className="max-md:size-44"
        onClick={() => onOpen('delete')}
      />
    </span>
  );
}

function nameOf({ model, provider }: OwnModelPrice): string {
  return provider === null ? model : `${model} of ${provider}`;
}

function DeletePrice({ price, onClose }: { price: OwnModelPrice; onClose: () => void }) {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () => deleteOwnPrice(price.id),
    onSuccess: async () => {
      await pricesChanged(client);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Delete price"
      action="Delete price"
      look="danger"
      ready
      send={send}
      onClose={onClose}
    >
      <p className="text-13 text-text2">
        Delete the price of{' '}
        <strong className="verbatim font-semibold text-text1">{nameOf(price)}</strong> (
        {daysText(price)})? New calls use the next matching price, or have no cost. The costs of
        stored spans stay.
      </p>
    </FormDialog>
  );
}
