import { fault } from '#functions/endpoint.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import type { RankSetup } from '#shared/callers/watch/rank-setup.ts';
import type { Tracker } from '#shared/callers/watch/tracker-item.ts';
import type { TrackerRepository } from '#shared/callers/watch/tracker-repository.ts';
import { checked, checkInput } from '#shared/calls/admit-call.ts';
import type { EndpointBody } from '#shared/contract/endpoint.ts';
import { priceOf as priceOfCall } from '#shared/contract/tool.ts';
import { batchesOf, mostAskingsAMonth, type TrackerSchedule } from '#shared/contract/watch.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type * as contracts from './contracts.ts';

export type Agreed = Parameters<TrackerRepository['schedule']>[1];
export type CreateBody = EndpointBody<typeof contracts.createTracker>;

/** When a new tracker asks and what each time costs; undefined where it is only kept. */
export function costOf(
  { schedule, args }: CreateBody,
  tool: string,
  setup: RankSetup | undefined,
): Pick<Agreed, 'timing' | 'price'> | undefined {
  if (!schedule) return undefined;
  return {
    timing: timingOf(schedule),
    price: priceOf(tool, args ?? {}) * (setup ? callsOf(setup) : 1),
  };
}

export const rankTool = 'inspect_search_visibility';

function callsOf(setup: RankSetup): number {
  const keywords = setup.keywords.filter(([, tags]) => tags !== null).length;
  return batchesOf({ keywords, markets: setup.markets.length });
}

/** What is kept can be asked. */
export function questionOf({ tool, args }: Pick<CreateBody, 'tool' | 'args'>) {
  if (tool === undefined) throw fault('/tool', 'Name the tool that the tracker asks, or send `kind: rank`.');
  checkArguments(tool, args ?? {});
  return { tool, args: args ?? {} };
}

/** As the tool itself would check them, and no field may be one that it would ignore: what is kept is asked again and again. */
function checkArguments(name: string, args: Readonly<Record<string, unknown>>): void {
  const tool = toolCatalog.find((known): boolean => known.name === name);
  try {
    if (!tool) return;
    checkInput(tool, args);
    checked(tool.input, args, 'body');
  } catch (error) {
    throw error instanceof ServiceError && error.code === 'validation_error'
      ? new ServiceError('validation_error', `The tracker was not made. ${error.message}`, {
          faults: (error.faults ?? []).map(({ pointer, loc, ...fault }) => ({
            ...fault,
            pointer: `/args${pointer}`,
            loc: ['body', 'args', ...loc.slice(1)],
          })),
        })
      : error;
  }
}

function timingOf({ every, at, weekday, day, time_zone }: TrackerSchedule): Agreed['timing'] {
  const fits = (name: string, rhythm: string, value: unknown) => {
    if (value !== undefined && every !== rhythm)
      throw fault(`/schedule/${name}`, `A ${name} is sent with \`every: ${rhythm}\` alone.`);
  };
  fits('weekday', 'week', weekday);
  fits('day', 'month', day);
  return {
    every,
    at,
    time_zone,
    ...(every === 'week' && { weekday: weekday ?? 'monday' }),
    ...(every === 'month' && { day: day ?? 1 }),
  };
}

/** What is free is not kept, so that it has no history to ask for. */
function priceOf(name: string, args: Readonly<Record<string, unknown>>): number {
  const tool = toolCatalog.find((known): boolean => known.name === name);
  const price = tool ? priceOfCall(tool, args) : 0;
  if (price > 0) return price;
  throw fault(
    '/tool',
    `Answers of ${name} cost nothing and are not kept, so it has no schedule. Track a question of another tool.`,
  );
}

/** What the owner agrees to: a budget that pays for one time at least. */
export function withBudget({
  monthlyBudget,
  ...terms
}: Omit<Agreed, 'monthlyBudget'> & { readonly monthlyBudget: number | undefined }): Agreed {
  const { price, timing } = terms;
  if (monthlyBudget !== undefined && monthlyBudget >= price) return { ...terms, monthlyBudget };
  const most = price * mostAskingsAMonth[timing.every];
  throw fault(
    '/monthly_budget',
    `Each time costs ${price} credits: send a budget of at least ${price}; ${most} are enough for each ${timing.every} of a month.`,
  );
}

const callsAfter = (rank: Tracker['rank'], setup: RankSetup | undefined) =>
  setup ? callsOf(setup) : (rank?.calls ?? 1);

/** What the owner agrees to from now on; undefined where only the name changes or the schedule ends. */
export function changedTerms(
  { schedule, monthly_budget: budget, status }: ChangeBody,
  { tool, args, schedule: before, rank }: Tracker,
  setup: RankSetup | undefined,
): Agreed | undefined {
  const isAgreedAnew = [schedule, budget, status, before && setup].some((sent) => sent !== undefined);
  if (schedule === null || !isAgreedAnew) return undefined;
  const timing = schedule ? timingOf(schedule) : before;
  if (!timing) throw fault('/schedule', 'The tracker has no schedule yet: send one with its monthly budget.');
  const { every, at, weekday, day, time_zone } = timing;
  return withBudget({
    timing: { every, at, weekday, day, time_zone },
    price: priceOf(tool, args) * callsAfter(rank, setup),
    monthlyBudget: budget ?? before?.monthly_budget,
    isPaused: (status ?? before?.status) === 'paused',
  });
}

export type ChangeBody = NonNullable<EndpointBody<typeof contracts.changeTracker>>;
