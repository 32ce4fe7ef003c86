import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { projectConfigsOptions } from './configs/annotation-configs.calls.ts';
import type { ReviewSearch } from './review-search.ts';
import { withChanges } from '#web/platform/address/search-schema.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu, MenuItem, MenuLabel } from '#web/ui/floating/menu.tsx';
import { useMay } from '#web/accounts/may.tsx';

/** The items to review, as a review's address has them. */
type ReviewedList = Pick<
  ReviewSearch,
  'of' | 'range' | 'scope' | 'q' | 'sort' | 'order' | 'annotation'
>;

/**
 * The ways into a review of this list: one for each of the project's configs; nothing in a project
 * without any, or for who may not annotate.
 */
export function ReviewMenu({ project, list }: { project: string; list: ReviewedList }) {
  const { data = [] } = useQuery(projectConfigsOptions(project));
  const navigate = useNavigate();
  const may = useMay('traces:write');
  if (data.length === 0 || !may) return null;
  return (
    <Menu
      align="end"
      trigger={
        <Button look="quiet">
          Review
          <Icon name="chevronDown" size={12} />
        </Button>
      }
    >
      <MenuLabel>
        Annotate the{' '}
        {list.of === 'sessions' ? 'sessions' : list.scope === undefined ? 'traces' : 'spans'} of
        this list, one by one
      </MenuLabel>
      {data.map(({ id, name }) => (
        <MenuItem
          key={id}
          onSelect={() =>
            void navigate({
              to: '/projects/$project/review',
              params: { project },
              search: withChanges<ReviewSearch>(list, { name }),
            })
          }
        >
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
