import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { explorerLink } from '../../explorer-link.ts';
import { credits } from '../../format.ts';
import { LinkButton } from '../../parts/text.tsx';

interface ToolLinkProps {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Its title where left out. */
  readonly label?: string;
}

/** Leads to a call with its form filled in, and says what it costs; nothing where the account has no such tool. */
export function ToolLink({ tool, args, label }: ToolLinkProps) {
  const { data } = useQuery(queries.capabilities);
  const entry = data?.data.tools.find(({ name }) => name === tool);
  if (!entry) return null;
  return (
    <LinkButton size="xs" variant="default" href={explorerLink(tool, args)}>
      {label ?? entry.title} · {credits(entry.credits)}
    </LinkButton>
  );
}
