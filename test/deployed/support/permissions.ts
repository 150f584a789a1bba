import type { DeployedFunction, Statement } from './assembly.ts';

/** One thing that a function did or tried: the action and what it was done to. */
export interface Deed {
  readonly functionName: string;
  readonly action: string;
  readonly resource: string;
  /** Sender of a mail; only for `ses:`. */
  readonly from?: string;
  /** Service through which a key was used; only for `kms:`. */
  readonly via?: string;
}

/** Enforces the roles as IAM would: what no statement allows is denied. Keeps what was done and what was denied. */
export interface Permissions {
  /** Whether the function may; remembers the answer. */
  permit(deed: Deed): boolean;
  readonly done: readonly Deed[];
  readonly denied: readonly Deed[];
  /** Takes one action of one statement away until `restore`. */
  withhold(functionName: string, sid: string, action: string): void;
  restore(): void;
}

export function createPermissions(functions: readonly DeployedFunction[]): Permissions {
  const roles = new Map(functions.map(({ name, statements }) => [name, statements]));
  const done: Deed[] = [];
  const denied: Deed[] = [];
  let withheld: { functionName: string; sid: string; action: string } | undefined;

  const allows = ({ sid, actions, resources, conditions }: Statement, deed: Deed) =>
    actions.includes(deed.action) &&
    !(
      withheld?.functionName === deed.functionName &&
      withheld.sid === sid &&
      withheld.action === deed.action
    ) &&
    resources.some((pattern) => matches(pattern, deed.resource)) &&
    meets(conditions, deed);

  return {
    done,
    denied,
    permit(deed) {
      const permitted = (roles.get(deed.functionName) ?? []).some((statement) => allows(statement, deed));
      (permitted ? done : denied).push(deed);
      return permitted;
    },
    withhold(functionName, sid, action) {
      withheld = { functionName, sid, action };
    },
    restore() {
      withheld = undefined;
    },
  };
}

/** `*` stands for any characters, as in IAM's ARNs. */
export function matches(pattern: string, resource: string): boolean {
  const source = pattern
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/gu, '\\$&'))
    .join('.*');
  return new RegExp(`^${source}$`, 'u').test(resource);
}

/** The conditions in use. Any other is never met, so that a new one cannot pass unread. */
function meets(conditions: Statement['conditions'], { via, from }: Deed): boolean {
  const facts: Record<string, string | undefined> = { 'kms:ViaService': via, 'ses:FromAddress': from };
  return Object.entries(conditions).every(([operator, keys]) =>
    Object.entries(keys).every(([key, values]) => {
      const fact = facts[key];
      return operator === 'StringEquals' && fact !== undefined && [values].flat().includes(fact);
    }),
  );
}
