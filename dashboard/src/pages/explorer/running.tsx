import { Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ToolEntry } from '../../api/schema.ts';
import { Hint, Note, RowButton } from '../../parts/text.tsx';
import classes from './running.module.css';

interface RunningProps {
  readonly tool: ToolEntry;
  readonly onStop: () => void;
}

/** Seconds that a call takes at most, by tool; others read what is stored. */
const quick = 15;
const slow = 28;
const slowTools = /^(?:audit_site|inspect_serp|inspect_search_visibility|compare_)/u;

/**
 * What is being done and for how long, and not how far it is: a guess that
 * looks like progress would be worse than none.
 */
export function Running({ tool, onStop }: RunningProps) {
  const seconds = useSeconds();
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
        <Hint>{tool.summary}</Hint>
        <Note className="numeric" aria-hidden="true">
          {seconds} s; takes {slowTools.test(tool.name) ? slow : quick} s at most, free if it fails
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
