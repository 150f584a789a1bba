import { Stack } from '@mantine/core';
import { useState } from 'react';
import { codeSamples } from '#shared/contract/code-samples.ts';
import { CodeBlock } from '../../parts/code.tsx';
import { Segments } from '../../parts/segments.tsx';
import type { Arguments } from './form-values.ts';

/** A call that can be made by a program. */
export interface ProgramCall {
  readonly path: string;
  readonly body: Arguments;
}

/** The question as it stands, as code that asks it with a key. */
export function CopyAs(call: ProgramCall) {
  const samples = codeSamples({ ...call, method: 'POST', needsKey: true, baseUrl: location.origin });
  const [language, setLanguage] = useState('Shell');
  const source = samples.find(({ lang }) => lang === language)?.source ?? '';
  const names = samples.map(({ lang, label }) => ({ value: lang, label: lang === 'Shell' ? label : lang }));
  return (
    <Stack gap="md">
      <div>
        <Segments data={names} value={language} onChange={setLanguage} aria-label="Language" />
      </div>
      <CodeBlock code={source} label={`${language} code`} />
    </Stack>
  );
}
