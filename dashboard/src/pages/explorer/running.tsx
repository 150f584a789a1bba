import { Group, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import type { ToolEntry } from '../../api/schema.ts';
import { Hint, Note, RowButton } from '../../parts/text.tsx';
import classes from './running.module.css';

/** Seconds that a call takes at most, by tool; others read what is stored. */
const quick = 15;
const slow = 28;
const slowTools = /^(?:audit_site|inspect_serp|inspect_search_visibility|compare_)/u;

/**
 * What is being done and for how long, and not how far it is: a guess that
 * looks like progress would be worse than none.
 */
export function Running({ tool, onStop }: { readonly tool: ToolEntry; readonly onStop: () => void }) {
  const [seconds, setSeconds] = useState(0);
  useInterval(() => setSeconds((before) => before + 1), 1_000, { autoInvoke: true });
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
