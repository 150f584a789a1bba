import { Box } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RankRow, Ranks, Tracker } from '../../api/schema.ts';
import { runTracker, workspaceQueries } from '../../api/workspace.ts';
import { LineChart } from '../../charts/drawings.tsx';
import { before, Figures } from '../../charts/figures.tsx';
import { seriesColor } from '../../colors.ts';
import { dayName, decimal, number, percent } from '../../format.ts';
import { Grid } from '../../grid/grid.tsx';
import { Act, Choice, Opener, plainly } from '../../parts/form.tsx';
import { later } from '../../parts/later.tsx';
import { LoadingBox, Page, QueryState } from '../../parts/page.tsx';
import { Hint, Note, SmallButton } from '../../parts/text.tsx';
import { useParameter } from '../../router.tsx';
import { outcomeText } from '../explorer/tracker-words.ts';
import { keywordColumns } from './rank-columns.tsx';

const TrackQuestion = later(async () => (await import('../explorer/track-question.tsx')).TrackQuestion);
const EditKeywords = later(async () => (await import('./edit-keywords.tsx')).EditKeywords);
const RankPanel = later(async () => (await import('./rank-panel.tsx')).RankPanel);

const spans = [
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 3 months' },
  { value: '400', label: 'Last 13 months' },
];
const dayMs = 86_400_000;
const marketName = ({ location, language, device }: Ranks['market']) => `${location}, ${language}, ${device}`;

/** Where a site stands for its keywords: figures, how they went, and each keyword. */
export function RankPage({ id }: { readonly id: string }) {
  const trackers = useQuery(workspaceQueries.trackers);
  const tracker = trackers.data?.find((one) => one.id === id);
  const [market, setMarket] = useParameter('market', '0');
  const [tag, setTag] = useParameter('tag', '');
  const [days, setDays] = useParameter('days', '90');
  const from = new Date(Date.now() - Number(days) * dayMs).toISOString().slice(0, 10);
  const ranks = useQuery({
    ...workspaceQueries.ranks(id, { market, from, search_console: 'true', ...(tag && { tag }) }),
    placeholderData: keepPreviousData,
    // A check that was asked for shows within a minute.
    refetchInterval: ({ state }) => (state.data?.day === null ? 4_000 : 60_000),
  });
  const { markets = [], tags = [] } = ranks.data ?? {};
  const names = markets.map(marketName);
  const current = ranks.data ? marketName(ranks.data.market) : '';
  return (
    <Page
      title={tracker?.name ?? 'Ranks'}
      isWide
      actions={
        <>
          {names.length > 1 ? (
            <Choice
              size="xs"
              aria-label="Market"
              data={names.map((label, at) => ({ value: String(at), label }))}
              value={String(names.indexOf(current))}
              onChange={setMarket}
            />
          ) : null}
          {tags.length > 0 ? (
            <Choice
              size="xs"
              aria-label="Tag"
              data={[{ value: '', label: 'All keywords' }, ...plainly(tags)]}
              value={tag}
              onChange={setTag}
            />
          ) : null}
          <Choice size="xs" aria-label="Period" data={spans} value={days} onChange={setDays} />
          {tracker ? <TrackerButtons tracker={tracker} /> : null}
        </>
      }
    >
      <QueryState query={ranks} loading={<LoadingBox height={420} />}>
        {(data) => <RankFigures data={data} tracker={tracker} />}
      </QueryState>
    </Page>
  );
}

function TrackerButtons({ tracker }: { readonly tracker: Tracker }) {
  const [key] = useState(() => crypto.randomUUID());
  return (
    <>
      {tracker.status === 'active' ? (
        <Act look={SmallButton} act={() => runTracker(tracker.id, key)} shownBy={['trackers']}>
          Check now
        </Act>
      ) : null}
      <Opener opens={(onClose) => <EditKeywords {...{ tracker, onClose }} />}>Keywords</Opener>
      <Opener
        opens={(onClose) => (
          <TrackQuestion {...{ tracker, onClose }} question={tracker} price={tracker.price ?? 0} />
        )}
      >
        Schedule
      </Opener>
    </>
  );
}

interface RankFiguresProps {
  readonly data: Ranks;
  readonly tracker: Tracker | undefined;
}

function RankFigures({ data, tracker }: RankFiguresProps) {
  const [open, setOpen] = useState<RankRow>();
  const { summary, day, site } = data;
  if (day === null)
    return <Hint>Nothing was checked in this period. {tracker ? outcomeText(tracker) : ''}</Hint>;
  return (
    <>
      <Note mb="xs">
        <bdi>{site}</bdi> · {marketName(data.market)} · {dayName(day)}
        {data.compared_with ? ` against ${dayName(data.compared_with)}` : ''} · {number(summary.checked)} of{' '}
        {number(summary.keywords)} checked
      </Note>
      <Figures figures={tilesOf(data)} />
      {data.days.length > 1 ? <ShareChart {...data} /> : null}
      <Grid label="Keywords" rows={data.rows} columns={keywordColumns(data)} onOpen={setOpen} />
      {open ? (
        <RankPanel key={open.keyword} ranks={data} row={open} onClose={() => setOpen(undefined)} />
      ) : null}
    </>
  );
}

const counted = [
  ['Share of voice', 'share_of_voice', percent],
  ['Average position', 'average_position', decimal],
  ['Top 3', 'top_3', number],
  ['4 to 10', 'top_4_10', number],
  ['11 to 20', 'top_11_20', number],
  ['Not found', 'not_found', number],
] as const;

function tilesOf({ summary: found, days }: Ranks) {
  const was = days.at(-2);
  return [
    ...counted.map(([label, member, text]) => {
      return { label, value: text(found[member]), note: was && before(text(was[member])) };
    }),
    {
      label: 'Up / down',
      value: `${number(found.up)} / ${number(found.down)}`,
      note: `${number(found.new)} new, ${number(found.lost)} lost`,
    },
    {
      label: 'Cited by AI overviews',
      value: number(found.ai_cited),
      note: `of ${number(found.ai_overviews)}`,
    },
  ];
}

function ShareChart({ days, site, rivals }: Ranks) {
  const shareOf = (name: string) => (day: Ranks['days'][number]) =>
    name === site ? day.share_of_voice : day.rivals.find(({ domain }) => domain === name)?.share_of_voice;
  return (
    <Box component="section" my="md" aria-label="Share of voice">
      <LineChart
        label="Share of voice"
        site={site}
        moments={days.map(({ day }) => day)}
        lines={[site, ...rivals.map(({ domain }) => domain)].map((name, at) => ({
          name,
          values: days.map((day) => shareOf(name)(day) ?? null),
          color: seriesColor(at),
          text: (value: number) => percent(value),
          axis: 'share',
        }))}
      />
    </Box>
  );
}
