import { answered, api, at } from '../api/client.ts';
import type { Share } from '../api/schema.ts';
import { ago, date, words } from '../format.ts';
import { Act } from './form.tsx';
import { ListRow, RowList } from './row-list.tsx';
import { RowButton, TextLink } from './text.tsx';

/** Links that are live, each to be withdrawn. */
export function ShareList({ title, shares }: { readonly title: string; readonly shares: readonly Share[] }) {
  return (
    <RowList label={title}>
      {shares.map(({ id, tool, site, request_id, created_at, expires_at }) => (
        <ListRow
          key={id}
          title={
            <TextLink href={site ? `/sites/${site}` : `/explorer/${tool}/${request_id}`}>
              {site ?? words(tool)}
            </TextLink>
          }
          note={`Shared ${ago(created_at)}, expires ${date(expires_at)}`}
        >
          <Act
            look={RowButton}
            color="red"
            act={() => answered(api.POST('/v1/me/shares/{share_id}/withdraw', at({ share_id: id })))}
            shownBy={['shares']}
            aria-label={`Withdraw the link of ${date(created_at)}`}
          >
            Withdraw
          </Act>
        </ListRow>
      ))}
    </RowList>
  );
}
