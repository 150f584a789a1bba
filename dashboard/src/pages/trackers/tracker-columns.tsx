import type { Tracker } from '../../api/schema.ts';
import { credits, number } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { TextLink } from '../../parts/text.tsx';
import { outcomeText, trackerBadge, trackerLink } from '../explorer/tracker-words.ts';

/** Questions and ranks that are asked on schedule, with how the latest went. */
export const trackerColumns: readonly Column<Tracker>[] = [
  {
    header: 'Tracker',
    value: 'name',
    cell: (tracker) => <TextLink href={trackerLink(tracker)}>{tracker.name}</TextLink>,
  },
  { header: 'Keywords', value: ({ rank }) => rank?.keywords ?? null, as: 'number', isQuiet: true },
  { header: 'When', width: 140, value: (tracker) => trackerBadge(tracker).text },
  { header: 'Last', width: 300, value: outcomeText },
  {
    header: 'This month',
    width: 160,
    value: 'spent_this_month',
    cell: ({ spent_this_month: spent, monthly_budget: budget }) =>
      budget === null ? credits(spent) : `${number(spent)} of ${credits(budget)}`,
    as: 'number',
  },
];
