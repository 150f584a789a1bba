import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ToolEntry } from '../../api/schema.ts';
import classes from './running.module.css';

interface RunningProps {
  readonly tool: ToolEntry;
  readonly onStop: () => void;
}

/** How long each tool may take at most, seconds; the others end within 15. */
const longest: Readonly<Record<string, number>> = { audit_site: 28, inspect_search_visibility: 28 };

/** What a tool does while one waits, by the second at which it usually does it. */
const stages: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  audit_site: [
    [0, 'Looking for robots.txt and sitemaps'],
    [2, 'Choosing pages of every kind'],
    [4, 'Fetching and checking the pages'],
    [18, 'A slow site: finishing the pages that are under way'],
  ],
};

/** Time that passes, told honestly: the service reports no progress over HTTP, so the bar is the time limit. */
export function Running({ tool, onStop }: RunningProps) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedAt = Date.now();
    const timer = setInterval(() => setSeconds((Date.now() - startedAt) / 1_000), 250);
    return () => clearInterval(timer);
  }, []);
  const limit = longest[tool.name] ?? 15;
  const stage = stages[tool.name]?.findLast(([from]) => seconds >= from)?.[1] ?? 'Gathering facts';
  return (
    <div className={classes.running} role="status">
      <Stack gap="sm">
        <Group justify="space-between">
          <Text fw={550}>{stage}…</Text>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={onStop}>
            Stop waiting
          </Button>
        </Group>
        <Progress
          value={Math.min(97, (100 * seconds) / limit)}
          animated
          aria-label="Time used of the time allowed"
        />
        <Text size="xs" c="dimmed" className="numeric" aria-hidden="true">
          {Math.floor(seconds)} s of at most {limit} s
        </Text>
      </Stack>
    </div>
  );
}
