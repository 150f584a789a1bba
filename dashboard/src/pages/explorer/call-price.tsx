import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { ToolEntry } from '../../api/schema.ts';
import { credits, number } from '../../format.ts';
import { Note } from '../../parts/text.tsx';
import { navigate } from '../../router.tsx';

/** Whether the person can run a tool, and what its button does. */
export interface CallPrice {
  readonly action: 'Run' | 'Buy credits to run' | 'Sign in to run';
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
  if (isVisitor) return { action: 'Sign in to run', balance: undefined };
  const balance = data?.balance;
  return { action: isBelow && !hasOwn ? 'Buy credits to run' : 'Run', balance };
}

/** Goes where somebody who cannot run a tool can change that, and comes back to the question afterwards. */
export function leaveToPay({ action }: CallPrice): void {
  if (action === 'Sign in to run')
    navigate(`/sign-in?return_to=${encodeURIComponent(location.pathname + location.search)}`);
  else navigate('/billing');
}

/** What the next press costs, and what it leaves. */
export function Price({ tool, callPrice }: { readonly tool: ToolEntry; readonly callPrice: CallPrice }) {
  return (
    <Note className="numeric" style={{ whiteSpace: 'nowrap' }}>
      {tool.credits === 0 ? 'Free' : credits(tool.credits)}
      {tool.credits === 0 ? null : leftText(tool, callPrice)}
    </Note>
  );
}

function leftText(tool: ToolEntry, { balance }: CallPrice): string {
  if (balance === undefined) return '';
  const left = balance - tool.credits;
  return left >= 0 ? `, leaves ${number(left)}` : `, you have ${number(balance)}`;
}
