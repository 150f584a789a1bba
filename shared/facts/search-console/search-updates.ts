/**
 * Updates of its ranking that Google has announced, with first and last day of
 * each roll-out, as its status page lists them (status.search.google.com). Only
 * those of which both days are known for sure; the list ends with `updatesKnownUntil`.
 */
const updates = [
  { name: 'March 2024 core update', from: '2024-03-05', to: '2024-04-19' },
  { name: 'June 2024 spam update', from: '2024-06-20', to: '2024-06-27' },
  { name: 'August 2024 core update', from: '2024-08-15', to: '2024-09-03' },
  { name: 'November 2024 core update', from: '2024-11-11', to: '2024-12-05' },
  { name: 'December 2024 core update', from: '2024-12-12', to: '2024-12-18' },
  { name: 'December 2024 spam update', from: '2024-12-19', to: '2024-12-26' },
  { name: 'March 2025 core update', from: '2025-03-13', to: '2025-03-27' },
  { name: 'June 2025 core update', from: '2025-06-30', to: '2025-07-17' },
] as const;

export const updatesKnownUntil = '2025-07-17';

/** Updates whose roll-out has a day in the period. */
export function updatesWithin(from: string, to: string) {
  return updates.filter((update) => update.from <= to && update.to >= from);
}
