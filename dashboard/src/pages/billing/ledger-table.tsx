import type { LedgerLine } from '../../api/schema.ts';
import { dateTime, money, number, zoneName } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { EmptyState } from '../../parts/states.tsx';

const kinds: Readonly<Record<LedgerLine['kind'], string>> = {
  grant: 'Granted',
  purchase: 'Bought',
  refund: 'Refunded',
  dispute: 'Disputed',
  adjustment: 'Adjusted',
};

const columns: readonly Column<LedgerLine>[] = [
  { header: 'Entry', width: 120, value: ({ kind }) => kinds[kind] },
  {
    header: 'Credits',
    value: ({ credits }) => credits,
    cell: ({ credits }) => `${credits > 0 ? '+' : '−'}${number(Math.abs(credits))}`,
    isNumber: true,
  },
  {
    header: 'Amount',
    value: ({ amount_usd }) => amount_usd,
    cell: ({ amount_usd }) => money(amount_usd),
    isNumber: true,
    isMinor: true,
    isQuiet: true,
  },
  { header: 'Balance after', value: ({ balance_after }) => balance_after, isNumber: true },
  {
    header: `When (${zoneName()})`,
    width: 180,
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => dateTime(created_at),
  },
  { header: 'Note', width: 320, value: ({ note }) => note, isQuiet: true, isMinor: true },
];

/** Grants, purchases and what was taken back, newest first. */
export function LedgerTable({ lines }: { readonly lines: readonly LedgerLine[] }) {
  if (lines.length === 0)
    return <EmptyState title="No entries yet">Credits you buy or are given will be listed here.</EmptyState>;
  return <Grid label="Ledger" isPlain={lines.length < 6} rows={lines} columns={columns} />;
}
