import { useQuery } from '@tanstack/react-query';
import { unpricedModelsOptions } from './own-prices.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { useMay } from '#web/accounts/may.tsx';
import { ErrorNote } from '#web/ui/states.tsx';
import { exactCount, plural } from '#web/platform/text/format-number.ts';
import { FigureTable } from '#web/ui/figure-table.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';

const SHOWN = 20;

/** Models in people's traces that cost nothing for lack of a price; nothing at all where every model has one. */
export function UnpricedModels({ onAdd }: { onAdd: (model: string) => void }) {
  const { data, error, refetch } = useQuery(unpricedModelsOptions);
  const mayChange = useMay('admin');
  if (error !== null && data === undefined)
    return <ErrorNote what="The models without a price could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.total === 0) return null;
  return (
    <SettingsSection
      title={`${plural(data.total, 'model')} in your traces ${data.total === 1 ? 'has' : 'have'} no price`}
      note={`LLM calls of the last ${data.days} days that were sent without a cost, to models with neither a custom price nor one in the list.`}
    >
      <FigureTable
        label="Models without a price"
        columns={['Model', 'Tokens', 'Projects', ...(mayChange ? ['Actions'] : [])]}
        figures={[1, 2, 3]}
        rows={data.data.slice(0, SHOWN).map(({ model, token_count: tokens, project_count: projects }) => ({
          id: model,
          cells: [
            <span key="model" className="clip mono block max-md:w-120" title={model}>
              {model}
            </span>,
            exactCount(tokens),
            exactCount(projects),
            <span key="add" className="flex justify-end">
              <Button look="quiet" aria-label={`Add price for ${model}`} className="max-md:h-44" onClick={() => onAdd(model)}>
                Add price
              </Button>
            </span>,
          ],
        }))}
      />
      {data.total > SHOWN && <p className="text-12 text-text2">The {SHOWN} with the most tokens are listed.</p>}
    </SettingsSection>
  );
}
