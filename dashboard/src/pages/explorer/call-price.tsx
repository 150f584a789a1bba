import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { Capabilities, ToolEntry } from '../../api/schema.ts';
import { explorerLink } from '../../explorer-link.ts';
import { credits, number } from '../../format.ts';
import { Note } from '../../parts/text.tsx';
import { navigate } from '../../router.tsx';
import type { Arguments } from './form-values.ts';

/** Where nothing has listings: what the own Search Console counts of the query. */
const instead = 'See the keyword';

/** Whether the person can run a tool, and what its button does. */
export interface CallPrice {
  readonly action: 'Run' | 'Buy credits to run' | 'Sign in to run' | typeof instead;
  /** Undefined until it is known, and for visitors. */
  readonly balance: number | undefined;
}

/** Tools that read sites anew, which nobody has brought. */
const readsSites = new Set(['audit_site', 'crawl_site']);

/** What the account, or a visitor without one, can pay for. */
export function useCallPrice(tool: ToolEntry): CallPrice {
  const session = useQuery(queries.session);
  const isVisitor = session.data === null;
  const { data } = useQuery({ ...queries.credits, enabled: !isVisitor });
  const isBelow = data !== undefined && data.balance < tool.credits;
  // What the account has brought itself is told for nothing, whatever is left.
  const imports = useQuery({ ...queries.imports, enabled: isBelow && !readsSites.has(tool.name) });
  const hasOwn = (imports.data?.imports.length ?? 0) > 0;
  const hasNoListings = useHasNoListings(tool);
  if (isVisitor) return { action: 'Sign in to run', balance: undefined };
  const balance = data?.balance;
  if (hasNoListings) return { action: instead, balance };
  return { action: isBelow && !hasOwn ? 'Buy credits to run' : 'Run', balance };
}

/** Whether a live source answers here. */
export const isLive = ({ data: { sources } }: Capabilities) =>
  sources.some(({ source_class, status }) => source_class === 'live_serp' && status === 'available');

/** Whether nothing here has listings: no source fetches them, and none were imported beside the account's own figures. */
function useHasNoListings(tool: ToolEntry): boolean {
  const asks = { enabled: tool.name === 'inspect_serp' };
  const { data: imports } = useQuery({ ...queries.imports, ...asks });
  const { data: answered } = useQuery({ ...queries.capabilities, ...asks });
  if (!asks.enabled || !imports || !answered || imports.sites.length === 0) return false;
  return !isLive(answered) && !imports.imports.some(({ is_shared }) => is_shared);
}

/** Goes where somebody who cannot run a tool can change that and comes back to the question afterwards, or to what can answer it. */
export function leaveToPay({ action }: CallPrice, { query }: Arguments): void {
  if (action === 'Sign in to run')
    navigate(`/sign-in?return_to=${encodeURIComponent(location.pathname + location.search)}`);
  else if (action === instead) navigate(explorerLink('inspect_keyword', { keyword: query }));
  else navigate('/billing');
}

/** What the next press costs, and what it leaves. */
export function Price({ tool, callPrice }: { readonly tool: ToolEntry; readonly callPrice: CallPrice }) {
  return (
    <Note className="numeric" style={{ whiteSpace: 'nowrap' }}>
      {callPrice.action === instead ? 'No source of listings here' : priceText(tool, callPrice)}
    </Note>
  );
}

function priceText(tool: ToolEntry, callPrice: CallPrice): string {
  return tool.credits === 0 ? 'Free' : `${credits(tool.credits)}${leftText(tool, callPrice)}`;
}

function leftText(tool: ToolEntry, { balance }: CallPrice): string {
  if (balance === undefined) return '';
  const left = balance - tool.credits;
  return left >= 0 ? `, leaves ${number(left)}` : `, you have ${number(balance)}`;
}
