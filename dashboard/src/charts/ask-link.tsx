import type { ReactNode } from 'react';
import { explorerLink } from '../explorer-link.ts';
import { credits } from '../format.ts';
import { Link } from '../router.tsx';
import { useAnswer } from './answer-context.tsx';
import classes from './cells.module.css';

/** The tool that is asked about a thing, and the argument that names it. */
const nextCalls = {
  keyword: { tool: 'inspect_keyword', argument: 'keyword' },
  query: { tool: 'inspect_serp', argument: 'query' },
  domain: { tool: 'inspect_domain', argument: 'domain' },
  page: { tool: 'inspect_page', argument: 'url' },
} as const;

export type AskedKind = keyof typeof nextCalls;

interface AskLinkProps {
  readonly kind: AskedKind;
  /** The thing as it is on the wire. */
  readonly about: string;
  readonly children: ReactNode;
}

/** A thing in an answer as the next call about it: the form opens filled in, and nothing is charged before Run. */
export function AskLink({ kind, about, children }: AskLinkProps) {
  const { tools, market } = useAnswer();
  const { tool: name, argument } = nextCalls[kind];
  const tool = tools.find((entry) => entry.name === name);
  if (!tool || about === '') return <>{children}</>;
  return (
    <Link
      href={explorerLink(name, { ...market, [argument]: about })}
      className={classes.ask}
      title={`${tool.title}, ${credits(tool.credits)}`}
    >
      {children}
    </Link>
  );
}
