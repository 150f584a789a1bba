import type { Share } from '../api/schema.ts';
import { useChange } from '../api/use-change.ts';
import { withdrawShare } from '../api/workspace.ts';
import { ago, date, words } from '../format.ts';
import { TextLink } from './links.tsx';
import { ListRow, RowList } from './row-list.tsx';
import { ErrorState } from './states.tsx';
import { RowButton } from './text.tsx';

interface ShareListProps {
  readonly title: string;
  readonly shares: readonly Share[];
}

/** Links that are live, each to be withdrawn. */
export function ShareList({ title, shares }: ShareListProps) {
  const withdraw = useChange(withdrawShare, 'shares');
  return (
    <>
      <RowList label={title}>
        {shares.map(({ id, tool, site, request_id, created_at, expires_at }) => (
          <ListRow
            key={id}
            title={
              <TextLink href={site ? `/sites/${site}` : `/explorer/${tool}/${request_id}`}>
                {site ?? words(tool)}
              </TextLink>
            }
            note={`shared ${ago(created_at)}, ends ${date(expires_at)}`}
          >
            <RowButton
              color="red"
              loading={withdraw.isPending && withdraw.variables === id}
              onClick={() => withdraw.mutate(id)}
              aria-label={`Withdraw the link of ${date(created_at)}`}
            >
              Withdraw
            </RowButton>
          </ListRow>
        ))}
      </RowList>
      <ErrorState error={withdraw.error} />
    </>
  );
}
