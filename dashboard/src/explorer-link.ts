/** The address of a tool in the Explorer with its form filled in. */
export function explorerLink(tool: string, args: Readonly<Record<string, unknown>>): string {
  return `/explorer/${tool}?${new URLSearchParams({ args: JSON.stringify(args) })}`;
}

// In memory and not in the address: nobody can spend credits by a link.
let isToRun = false;

/** Has the next question that is opened asked at once. */
export function runNext(): void {
  isToRun = true;
}

/** Whether the question is to be asked at once; true once. */
export function takeRun(): boolean {
  const wasToRun = isToRun;
  isToRun = false;
  return wasToRun;
}
