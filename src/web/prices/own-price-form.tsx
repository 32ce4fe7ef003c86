import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addOwnPrice, changeOwnPrice, pricesChanged } from './own-prices.calls.ts';
import { DayField } from '#web/ui/form/day-field.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { bodyOfDraft, PRICE_FIELDS, type PriceDraft } from './own-price-draft.ts';

interface OwnPriceFormProps {
  /** The price that is changed; null for a new one. */
  readonly id: string | null;
  readonly start: PriceDraft;
  readonly onClose: () => void;
}

/** A new price, or a change to one. */
export function OwnPriceForm({ id, start, onClose }: OwnPriceFormProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(start);
  const change = (part: Partial<PriceDraft>): void => setDraft({ ...draft, ...part });
  const body = bodyOfDraft(draft);
  const send = useMutation({
    mutationFn: async () => {
      if (body !== null) await (id === null ? addOwnPrice(body) : changeOwnPrice(id, body));
    },
    onSuccess: async () => {
      await pricesChanged(client);
      onClose();
    },
  });
  return (
    <FormDialog
      title={id === null ? 'Add price' : 'Change price'}
      action={id === null ? 'Add price' : 'Save price'}
      size="wide"
      ready={body !== null}
      send={send}
      onClose={onClose}
    >
      <div className="grid gap-12 md:grid-cols-2">
        <Field
          label="Model"
          value={draft.model}
          onValue={(model) => change({ model })}
          maxLength={256}
          autoComplete="off"
          hint="The name that spans send; * matches any characters."
        />
        <Field
          label="Provider"
          value={draft.provider}
          onValue={(provider) => change({ provider })}
          maxLength={256}
          autoComplete="off"
          hint="Leave empty for any provider."
        />
        <DayField
          label="First day"
          zone="utc"
          value={draft.validFrom}
          onValue={(validFrom) => change({ validFrom })}
        />
        <DayField
          label="Last day"
          zone="utc"
          value={draft.validUntil}
          onValue={(validUntil) => change({ validUntil })}
        />
      </div>
      <TokenPrices prices={draft.prices} onChange={(prices) => change({ prices })} />
      <p className="text-12 text-text2">
        Cached, audio and image tokens without a price cost what other input or output does. The
        price holds for spans that arrive from now on; stored costs stay.
      </p>
    </FormDialog>
  );
}

interface TokenPricesProps extends Pick<PriceDraft, 'prices'> {
  readonly onChange: (prices: PriceDraft['prices']) => void;
}

function TokenPrices({ prices, onChange }: TokenPricesProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="pb-8 text-12 text-text2">
        US dollars per million tokens; for each call, US dollars
      </legend>
      <div className="grid grid-cols-2 gap-12 md:grid-cols-4">
        {PRICE_FIELDS.map(({ name, label }) => (
          <Field
            key={name}
            label={label}
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            value={prices[name] ?? ''}
            onValue={(text) => onChange({ ...prices, [name]: text })}
          />
        ))}
      </div>
    </fieldset>
  );
}
