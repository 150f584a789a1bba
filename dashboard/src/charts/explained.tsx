import { Badge, Text } from '@mantine/core';
import { dayRange, number, signed, words } from '../format.ts';
import { Note } from '../parts/text.tsx';
import classes from './explained.module.css';
import { type Data, type DataProps, num, part, rows, text, texts } from './read.ts';

interface ExplainedProps extends DataProps {
  /** Said where there is nothing to take apart. */
  readonly note?: string;
}

/** A change of clicks in parts that add up to it, each with what carries it and what speaks for it. */
export function Explained({ data, note = '' }: ExplainedProps) {
  const [before, after] = [num(data, 'clicks.before'), num(data, 'clicks.after')];
  // On the page of an answer its note stands below.
  if (before === null || after === null) return note === '' ? null : <Text>{note}</Text>;
  // Each part begins where the one before it ends, so that the last ends at the clicks after.
  let at = before;
  const steps = rows(data, 'parts').map((row) => {
    const from = at;
    at += num(row, 'clicks') ?? 0;
    return { row, from, to: at };
  });
  const places = [before, after, ...steps.map(({ to }) => to)];
  const low = Math.min(...places);
  const reach = Math.max(1, Math.max(...places) - low);
  const share = (value: number) => `${((value - low) / reach) * 100}%`;
  return (
    <section aria-label="Why clicks changed">
      <div className={classes.parts}>
        <Text fw={600}>{`Before${daysText(part(data, 'compared_with'))}: ${number(before)} clicks`}</Text>
        {steps.map((step) => (
          <Step key={text(step.row, 'name')} {...step} share={share} />
        ))}
        <Text fw={600}>{`After${daysText(part(data, 'period'))}: ${number(after)} clicks`}</Text>
      </div>
      {texts(data, 'notes').map((each) => (
        <Note key={each}>{each}</Note>
      ))}
    </section>
  );
}

function daysText(period: Data): string {
  const [from, to] = [text(period, 'from'), text(period, 'to')];
  return from === '' || to === '' ? '' : `, ${dayRange(from, to)}`;
}

interface StepProps {
  readonly row: Data;
  readonly from: number;
  readonly to: number;
  readonly share: (value: number) => string;
}

function Step({ row, from, to, share }: StepProps) {
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
          {isSeen ? `${signed(num(row, 'low') ?? 0)} to ${signed(num(row, 'high') ?? 0)}` : 'could be chance'}
        </span>
      </summary>
      <div className={classes.detail}>
        {carried.length === 0 && evidence.length === 0 ? 'No single query or page accounts for it.' : null}
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
