import { Badge, Group, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { type Data, isData, num, part, rows, text, texts } from '../../charts/read.ts';
import { dayName, number, words } from '../../format.ts';
import { LoadingBox, QueryState } from '../../parts/states.tsx';
import { Note } from '../../parts/text.tsx';
import { useParameter } from '../../router.tsx';
import { SiteChanges } from './site-changes.tsx';
import type { Period } from './site-slices.ts';
import classes from './site-why.module.css';

interface SiteWhyProps {
  readonly site: string;
  readonly period: Period;
}

const dayMs = 86_400_000;
const laterBy = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The two periods that the page is set to, until others are picked here. */
function usualDays({ from, to, compare }: Period): readonly [string, string, string, string] {
  if (!(from && to)) return ['', '', '', ''];
  const length = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  const back = compare === 'previous_year' ? 364 : length;
  return [from, to, laterBy(from, -back), laterBy(to, -back)];
}

/** Why clicks changed between two periods, and what the owner changed meanwhile. */
export function SiteWhy({ site, period }: SiteWhyProps) {
  const usual = usualDays(period);
  const [picked, setPicked] = useParameter('why', '');
  const days = picked === '' ? usual : picked.split(',');
  const names = ['From', 'To', 'Compared from', 'Compared to'];
  const explained = useQuery({
    ...queries.explainedChange(site, period.isConnected ? days : []),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      {period.isConnected ? (
        <Group gap="sm" align="end">
          {names.map((name, at) => (
            <TextInput
              key={name}
              size="xs"
              type="date"
              label={name}
              value={days[at] ?? ''}
              onChange={(event) => {
                const day = event.currentTarget.value;
                if (day !== '')
                  setPicked([0, 1, 2, 3].map((other) => (other === at ? day : (days[other] ?? ''))).join());
              }}
            />
          ))}
        </Group>
      ) : null}
      <QueryState query={explained} loading={<LoadingBox height={300} />}>
        {({ data, coverage }) => (
          <Explained data={isData(data) ? data : {}} note={coverage.scope_note ?? ''} />
        )}
      </QueryState>
      <SiteChanges site={site} />
    </>
  );
}

function Explained({ data, note }: { readonly data: Data; readonly note: string }) {
  const parts = rows(data, 'parts');
  const clicks = part(data, 'clicks');
  const [before, after] = [num(clicks, 'before'), num(clicks, 'after')];
  if (before === null || after === null) return <Text>{note}</Text>;
  const [is, was] = [part(data, 'period'), part(data, 'compared_with')];
  const steps = stepsOf(parts, before);
  const places = [before, after, ...steps.flatMap(({ from, to }) => [from, to])];
  const low = Math.min(...places);
  const reach = Math.max(1, Math.max(...places) - low);
  const share = (value: number) => `${((value - low) / reach) * 100}%`;
  return (
    <section aria-label="Why clicks changed">
      <div className={classes.parts}>
        <Total name={`Before${daysText(was)}`} clicks={before} />
        {steps.map((step) => (
          <Step key={text(step.row, 'name')} {...step} share={share} />
        ))}
        <Total name={`After${daysText(is)}`} clicks={after} />
      </div>
      {texts(data, 'notes').map((each) => (
        <Note key={each}>{each}</Note>
      ))}
    </section>
  );
}

function daysText(period: Data): string {
  const [from, to] = [text(period, 'from'), text(period, 'to')];
  return from === '' || to === '' ? '' : `, ${dayName(from)} – ${dayName(to)}`;
}

function Total({ name, clicks }: { readonly name: string; readonly clicks: number }) {
  return (
    <Text fw={600}>
      {name}: {number(clicks)} clicks
    </Text>
  );
}

interface Stepped {
  readonly row: Data;
  readonly from: number;
  readonly to: number;
}

/** Each part begins where the one before it ends, so that the last ends at the clicks after. */
function stepsOf(parts: readonly Data[], before: number): Stepped[] {
  let at = before;
  return parts.map((row) => {
    const from = at;
    at += num(row, 'clicks') ?? 0;
    return { row, from, to: at };
  });
}

function Step({ row, from, to, share }: Stepped & { readonly share: (value: number) => string }) {
  const isSeen = text(row, 'verdict') === 'seen';
  const way = to > from ? 'up' : 'down';
  const left = share(Math.min(from, to));
  const width = `max(2px, calc(${share(Math.max(from, to))} - ${left}))`;
  const [carried, evidence] = [rows(row, 'carried_by'), rows(row, 'evidence')];
  return (
    <details className={classes.part}>
      <summary className={classes.row}>
        <span>{words(text(row, 'name'))}</span>
        <span className={classes.track}>
          <span className={classes.bar} data-way={isSeen ? way : 'unsure'} style={{ left, width }} />
        </span>
        <span>{signed(to - from)}</span>
        <span className={classes.range}>
          {isSeen
            ? `${signed(num(row, 'low') ?? 0)} to ${signed(num(row, 'high') ?? 0)}`
            : 'cannot tell from chance'}
        </span>
      </summary>
      <div className={classes.detail}>
        {carried.length === 0 && evidence.length === 0 ? 'No query or page carries it by itself.' : null}
        <ul>
          {carried.map((each) => (
            <li key={`${text(each, 'query')} ${text(each, 'page')}`}>
              {signed(num(each, 'clicks') ?? 0)}:{' '}
              <bdi>
                {[text(each, 'query'), text(each, 'page')].filter(Boolean).join(' on ') ||
                  'rare queries together'}
              </bdi>
            </li>
          ))}
          {evidence.map((each) => (
            <li key={text(each, 'text')}>
              <Badge color="gray">{words(text(each, 'kind'))}</Badge> <bdi>{text(each, 'text')}</bdi>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

const signed = (clicks: number) => `${clicks > 0 ? '+' : ''}${number(clicks).replace('-', '−')}`;
