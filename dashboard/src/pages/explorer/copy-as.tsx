import { SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../parts/code.tsx';
import { useWide } from '../../parts/use-wide.ts';
import { curl, python, typescript } from '../../snippets.ts';
import classes from './copy-as.module.css';

interface CopyAsProps {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const languages = { curl, TypeScript: typescript, Python: python } as const;
const names = ['curl', 'TypeScript', 'Python'] as const;

/** Windows from this width on have room for it beside the form. */
const roomyPixels = 1_440;

/** The call as the form stands, as code that makes it with a key. Closed at first where it would push the answer away. */
export function CopyAs({ path, body }: CopyAsProps) {
  const [language, setLanguage] = useState<(typeof names)[number]>('curl');
  const isRoomy = useWide(roomyPixels);
  return (
    <details className={classes.card} open={isRoomy}>
      <summary className={classes.summary}>Copy as code</summary>
      <Stack gap="md" align="flex-start" className={classes.body}>
        <SegmentedControl data={[...names]} value={language} onChange={setLanguage} aria-label="Language" />
        <div style={{ width: '100%' }}>
          <CodeBlock code={languages[language](location.origin, path, body)} label={`${language} code`} />
        </div>
      </Stack>
    </details>
  );
}
