import type { Operation, Reply } from '#shared/money/ledger/operations.ts';
import { createNames, type Names } from './intern.ts';
import { perform, type Store } from './item-store.ts';
import { createPositions, type Position, type Program } from './positions.ts';

interface Process {
  readonly name: string;
  readonly position: Position;
  readonly crashed: boolean;
}

interface State {
  readonly store: Store;
  readonly processes: readonly Process[];
  /** Requests on the network that may still arrive, at any time or never. */
  readonly late: readonly Operation[];
  readonly faultsLeft: number;
}

interface Scenario {
  readonly store: Store;
  readonly programs: readonly Program[];
  /** Network faults in one run; crashes are not counted, everyone may crash everywhere. */
  readonly faults: number;
  /** What the database does; mutants replace it. */
  readonly perform?: typeof perform;
  /** A database whose throttled writes happen all the same. */
  readonly throttledHappens?: boolean;
}

/** Says what is wrong, if anything is. */
interface Judge {
  /** Asked of every state of the tables. */
  books(store: Store): string | undefined;
  /** Checked when no program runs any more; what each program ended with, undefined where it crashed. */
  end(store: Store, results: readonly unknown[]): string | undefined;
}

export interface Exploration {
  readonly states: number;
  readonly violation: { readonly message: string; readonly trace: readonly string[] } | undefined;
}

interface Visit {
  readonly state: State;
  readonly by: string;
  readonly from: Visit | undefined;
}

/** A scenario with more states than this is too slow to explore. */
const mostStates = 600_000;

/**
 * Visits every state that the programs can reach together: in every order,
 * each crashing at every step, with requests lost before or after they took
 * effect, arriving late, arriving twice, or sent again by the SDK.
 */
export function explore(scenario: Scenario, judge: Judge): Exploration {
  const names = createNames();
  const seen = new Set<string>();
  const judgeState = createJudgement(judge);
  const open: Visit[] = [{ state: startOf(scenario, names), by: 'start', from: undefined }];
  for (let visit = open.pop(); visit; visit = open.pop()) {
    const { state } = visit;
    const books = nameOfStore(state.store, names);
    const key = `${books}/${nameOfProcesses(state, names)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const message = judgeState(state, books);
    if (message) return { states: seen.size, violation: { message, trace: traceOf(visit) } };
    for (const next of successors(state, scenario)) open.push({ ...next, from: visit });
    if (seen.size > mostStates) throw new Error('The scenario has too many states to visit them all.');
  }
  return { states: seen.size, violation: undefined };
}

function startOf({ store, programs, faults }: Scenario, names: Names): State {
  const first = createPositions(names);
  const processes = programs.map((program) => ({
    name: program.name,
    position: first(program),
    crashed: false,
  }));
  return { store, processes, late: [], faultsLeft: faults };
}

/** Judges states: the books of each store once, and once how it ends for the same results. */
function createJudgement(judge: Judge): (state: State, books: string) => string | undefined {
  const judged = new Map<string, string | undefined>();
  const once = (key: string, say: () => string | undefined) => {
    if (!judged.has(key)) judged.set(key, say());
    return judged.get(key);
  };
  return ({ store, processes }, books) => {
    const wrong = once(books, () => judge.books(store));
    if (wrong || processes.some(({ position, crashed }) => position.wants && !crashed)) return wrong;
    const results = processes.map(({ position, crashed }) => (crashed ? undefined : position.result));
    return once(`${books} ${JSON.stringify(results)}`, () => judge.end(store, results));
  };
}

function nameOfStore(store: Store, names: Names): string {
  return Object.values(store)
    .map((items) => names.ofAll(items))
    .join(',');
}

function nameOfProcesses({ processes, late, faultsLeft }: State, names: Names): string {
  const status = processes.map(({ position, crashed }) => (crashed ? 'x' : position.id));
  const flying = late.map((operation) => names.of(operation)).toSorted((one, other) => one - other);
  return [faultsLeft, status.join(','), flying.join(',')].join('/');
}

type Successor = Pick<Visit, 'state' | 'by'>;

function* successors(state: State, scenario: Scenario): Generator<Successor> {
  const run = scenario.perform ?? perform;
  for (const [index, operation] of state.late.entries()) {
    const late = state.late.toSpliced(index, 1);
    yield {
      by: `late: ${label(operation)}`,
      state: { ...state, late, store: run(state.store, operation).store },
    };
  }
  for (const [index, process] of state.processes.entries()) {
    const { name, position, crashed } = process;
    if (crashed || !position.wants) continue;
    const becomes = (changes: Partial<Process>, others: Partial<State> = {}): State => ({
      ...state,
      ...others,
      processes: state.processes.with(index, { ...process, ...changes }),
    });
    // A program that crashes before its second step has only read.
    if (position.steps > 1) yield { by: `${name} crashes`, state: becomes({ crashed: true }) };
    for (const { by, reply, ...others } of outcomes(state, position.wants, scenario)) {
      yield {
        by: `${name}: ${label(position.wants)}: ${by}`,
        state: becomes({ position: position.after(reply) }, others),
      };
    }
  }
}

type Delivery = Partial<State> & { readonly by: string; readonly reply: Reply };

/** The possible outcomes of one request. */
function* outcomes(
  state: State,
  operation: Operation,
  { perform: run = perform, throttledHappens: happens = false }: Scenario,
): Generator<Delivery> {
  const { store, reply } = run(state.store, operation);
  yield { by: reply.outcome, store, reply };
  if (state.faultsLeft === 0) return;
  const faultsLeft = state.faultsLeft - 1;
  yield {
    by: 'throttled',
    reply: { outcome: 'throttled' },
    faultsLeft,
    store: happens ? store : state.store,
  };
  const lost: Reply = { outcome: 'lost' };
  if (operation.do === 'read' || operation.do === 'read all') {
    yield { by: 'not answered', reply: lost, faultsLeft };
    return;
  }
  const late = [...state.late, operation];
  yield { by: 'answer lost', store, reply: lost, faultsLeft };
  yield { by: 'request lost', reply: lost, faultsLeft };
  yield { by: 'delayed', reply: lost, late, faultsLeft };
  yield { by: `${reply.outcome}, and repeated later`, store, reply, late, faultsLeft };
  const mayBeSentAgain = operation.do === 'create' || !operation.once;
  if (mayBeSentAgain) yield { by: 'sent again by the SDK', ...run(store, operation), faultsLeft };
}

function label(operation: Operation): string {
  if (operation.do !== 'change') return `${operation.do} ${operation.table}`;
  const steps = operation.change.steps.map((step) => `${step.do} ${step.path.join('.')}`);
  return `change ${operation.table} (${steps.join(', ')})`;
}

function traceOf(visit: Visit): string[] {
  const trace: string[] = [];
  for (let at: Visit | undefined = visit; at; at = at.from) trace.unshift(at.by);
  return trace;
}
