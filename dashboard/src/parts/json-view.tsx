import type { ReactNode } from 'react';
import { CodeBlock } from './code.tsx';
import classes from './json-view.module.css';

interface JsonViewProps {
  readonly value: unknown;
  readonly label: string;
  /** Pixels, or a length of CSS. */
  readonly maxHeight: number | string;
}

/** Beyond this many characters colors would slow the page down. */
const coloredCharacters = 60_000;

/** JSON as it came, with colors for names, texts and the rest. */
export function JsonView({ value, label, maxHeight }: JsonViewProps) {
  const text = JSON.stringify(value, null, 2);
  return (
    <CodeBlock code={text} label={label} maxHeight={maxHeight}>
      {text.length > coloredCharacters ? text : colored(text)}
    </CodeBlock>
  );
}

const tokens = /("(?:[^"\\]|\\.)*")(:?)|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/giu;

function colored(text: string): readonly ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(tokens)) {
    const [token, quoted, colon] = match;
    const kind = quoted ? (colon ? 'name' : 'text') : 'plain';
    parts.push(
      text.slice(end, match.index),
      <span key={match.index} className={classes[kind]}>
        {quoted ?? token}
      </span>,
      colon,
    );
    end = match.index + token.length;
  }
  return [...parts, text.slice(end)];
}
