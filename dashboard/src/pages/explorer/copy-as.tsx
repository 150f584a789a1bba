import { Stack } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../parts/code.tsx';
import { Segments } from '../../parts/segments.tsx';
import { curl, python, typescript } from '../../snippets.ts';
import type { Arguments } from './form-values.ts';

/** A call that can be made by a program. */
export interface ProgramCall {
  readonly path: string;
  readonly body: Arguments;
}

const languages = { curl, TypeScript: typescript, Python: python } as const;
const names = (['curl', 'TypeScript', 'Python'] as const).map((name) => ({ value: name, label: name }));

/** The question as it stands, as code that asks it with a key. */
export function CopyAs({ path, body }: ProgramCall) {
  const [language, setLanguage] = useState<keyof typeof languages>('curl');
  return (
    <Stack gap="md" align="flex-start">
      <Segments data={names} value={language} onChange={setLanguage} aria-label="Language" />
      <div style={{ width: '100%' }}>
        <CodeBlock code={languages[language](location.origin, path, body)} label={`${language} code`} />
      </div>
    </Stack>
  );
}
