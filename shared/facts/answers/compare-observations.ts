import type { Delta } from '#shared/contract/envelope.ts';
import type { Observation } from '#shared/facts/answers/tool-answer.ts';

/** What was observed at one moment. */
export interface Observed {
  readonly observedAt: string;
  readonly observations: readonly Observation[];
}

/** Changes told in one answer, so that it stays small. */
const maxDeltas = 25;

/**
 * What changed between two answers to the same question, in the order of the
 * newer one. Only values that both answers hold are compared: a row that was
 * beyond the end of a shortened list is no change.
 */
export function compareObservations(previous: Observed, current: readonly Observation[]): Delta[] {
  const before = new Map(previous.observations.map((observation) => [identity(observation), observation]));
  return current
    .flatMap((observation) => {
      const last = before.get(identity(observation));
      if (!last || last.value === observation.value) return [];
      const { type, subject, field, value } = observation;
      return {
        type,
        subject,
        field,
        previous: last.value,
        current: value,
        previous_observed_at: previous.observedAt,
      };
    })
    .slice(0, maxDeltas);
}

/** Whether the two hold the same values of the same things. */
export function isSameObservation(a: readonly Observation[], b: readonly Observation[]): boolean {
  // Most repeated questions have the same answer in the same order.
  if (a.length === b.length && a.every((one, place) => isEqual(one, b[place]))) return true;
  const values = new Map(a.map((observation) => [identity(observation), observation.value]));
  return (
    values.size === new Set(b.map(identity)).size &&
    b.every((observation) => {
      const key = identity(observation);
      return values.has(key) && values.get(key) === observation.value;
    })
  );
}

function isEqual(one: Observation, other: Observation | undefined): boolean {
  return (
    one.value === other?.value &&
    one.field === other.field &&
    one.type === other.type &&
    one.subject.id === other.subject.id &&
    one.subject.kind === other.subject.kind
  );
}

function identity({ type, subject, field }: Observation): string {
  return JSON.stringify([type, subject.kind, subject.id, field]);
}
