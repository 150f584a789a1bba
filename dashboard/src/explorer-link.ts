/** The address of a tool in the Explorer with its form filled in. */
export function explorerLink(tool: string, args: Readonly<Record<string, unknown>>): string {
  return `/explorer/${tool}?${new URLSearchParams({ args: JSON.stringify(args) })}`;
}
