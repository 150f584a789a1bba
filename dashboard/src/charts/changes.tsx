import { createContext, type ReactNode, useContext } from 'react';
import type { Envelope } from '../api/schema.ts';
import { number } from '../format.ts';
import classes from './changes.module.css';

type Delta = Envelope['deltas'][number];

const Changes = createContext<readonly Delta[]>([]);

interface ChangesProviderProps {
  readonly deltas: readonly Delta[];
  readonly children: ReactNode;
}

/** Lets the cells of a picture know what changed since the last look. */
export function ChangesProvider({ deltas, children }: ChangesProviderProps) {
  return <Changes value={deltas}>{children}</Changes>;
}

interface PositionChangeProps {
  /** Keyword or address whose position it is. */
  readonly of: string;
}

/** The step that a position took since the last look; nothing where it took none. */
export function PositionChange({ of: id }: PositionChangeProps) {
  const delta = useContext(Changes).find(
    ({ subject, field }) => subject.id === id && (field === 'position' || field === 'target_position'),
  );
  if (!delta) return null;
  const step = describeStep(delta);
  return (
    <span className={classes.change} data-direction={step.direction} title={step.meaning}>
      <span aria-hidden="true">{step.text}</span>
      <span className="visually-hidden">{step.meaning}</span>
    </span>
  );
}

interface Step {
  readonly direction: 'up' | 'down';
  readonly text: string;
  readonly meaning: string;
}

/** Position 1 is the best: a smaller number is a step up. */
function describeStep({ previous, current }: Delta): Step {
  if (typeof current !== 'number')
    return { direction: 'down', text: 'lost', meaning: `was ${plain(previous)}, not found any more` };
  if (typeof previous !== 'number') return { direction: 'up', text: 'new', meaning: 'not found before' };
  const steps = previous - current;
  const direction = steps > 0 ? 'up' : 'down';
  return {
    direction,
    text: `${steps > 0 ? '▲' : '▼'} ${number(Math.abs(steps))}`,
    meaning: `${direction} from ${number(previous)}`,
  };
}

function plain(value: Delta['previous']): string {
  return typeof value === 'number' ? number(value) : String(value);
}
