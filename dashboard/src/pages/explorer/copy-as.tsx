import { SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../parts/code.tsx';
import { curl, python, typescript } from '../../snippets.ts';

interface CopyAsProps {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const languages = { curl, TypeScript: typescript, Python: python } as const;
const names = ['curl', 'TypeScript', 'Python'] as const;

/** The call just made, as code that makes it again with a key. */
export function CopyAs({ path, body }: CopyAsProps) {
  const [language, setLanguage] = useState<(typeof names)[number]>('curl');
  return (
    <Stack gap="md" align="flex-start">
      <SegmentedControl data={[...names]} value={language} onChange={setLanguage} aria-label="Language" />
      <div style={{ width: '100%' }}>
        <CodeBlock code={languages[language](location.origin, path, body)} label={`${language} code`} />
      </div>
    </Stack>
  );
}
