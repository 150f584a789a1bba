import { Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ToolEntry } from '../../api/schema.ts';
import { Hint, Note, RowButton } from '../../parts/text.tsx';
import classes from './running.module.css';

interface RunningProps {
  readonly tool: ToolEntry;
  readonly onStop: () => void;
}

interface Work {
  /** What happens meanwhile, in its order. */
  readonly steps: readonly string[];
  /** How long it may take at most, seconds. */
  readonly longest: number;
}

const quickWork: Work = { steps: ['Looking up facts'], longest: 15 };
const longWork: Readonly<Record<string, Work>> = {
  audit_site: {
    steps: [
      'Reads robots.txt and sitemaps',
      'Chooses pages of every kind',
      'Fetches each at the pace the site asks for',
      'Checks them and adds up the score',
    ],
    longest: 28,
  },
  inspect_search_visibility: {
    steps: ['Reads the index', 'Fetches listings for the other keywords'],
    longest: 28,
  },
  inspect_serp: { steps: ['Fetches the listing if none is recent'], longest: 28 },
  compare_keyword_coverage: { steps: ['Reads the keywords of every domain', 'Compares them'], longest: 28 },
  compare_backlink_gap: { steps: ['Reads the links to every domain', 'Compares them'], longest: 28 },
};

/**
 * What is being done and for how long, and not how far it is: one answer comes
 * over HTTP when all is done, and a guess that looks like progress would be
 * worse than none.
 */
export function Running({ tool, onStop }: RunningProps) {
  const seconds = useSeconds();
  const { steps, longest } = longWork[tool.name] ?? quickWork;
  return (
    <div className={classes.running} role="status">
      <Stack gap="sm">
        <Group justify="space-between">
          <Text fw={550}>{tool.title} is running…</Text>
          <RowButton color="gray" onClick={onStop}>
            Stop waiting
          </RowButton>
        </Group>
        <div role="progressbar" aria-label={`${tool.title} is running`} className={classes.track}>
          <span className={classes.runner} />
        </div>
        <Hint>{steps.join(' → ')}</Hint>
        <Note className="numeric" aria-hidden="true">
          {seconds} s; takes {longest} s at most, free if it fails
        </Note>
      </Stack>
    </div>
  );
}

/** Whole seconds since the component appeared. */
function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedAt = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - startedAt) / 1_000)), 250);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
