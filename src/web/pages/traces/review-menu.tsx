import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { projectConfigsOptions } from '../../api/annotation-configs.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Menu, MenuItem, MenuLabel } from '../../components/menu.tsx';
import { withChanges } from '../../lib/search-params.ts';
import type { ListSearch, ReviewSearch } from '../../lib/search-params.ts';

/** The ways into a review of this list: one for each of the project's configs; nothing in a project without any. */
export function ReviewMenu({ project, search }: { project: string; search: ListSearch }) {
  const { data = [] } = useQuery(projectConfigsOptions(project));
  const navigate = useNavigate();
  if (data.length === 0) return null;
  const { range, scope, q, sort } = search;
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
      <MenuLabel>Judge this list, one by one</MenuLabel>
      {data.map(({ id, name }) => (
        <MenuItem
          key={id}
          onSelect={() =>
            void navigate({
              to: '/projects/$project/review',
              params: { project },
              search: withChanges<ReviewSearch>({}, { range, scope, q, sort, name }),
            })
          }
        >
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
