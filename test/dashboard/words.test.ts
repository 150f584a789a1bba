import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toolCatalog } from '#functions/tools/catalog.ts';

/** Phrases that were in the dashboard and that nobody says, with what is said instead. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:answers?|answer with) 402\b/u, 'what happens, in words'],
  [/\bmend\b/u, 'fix'],
  [/\bclick rate\b/iu, 'CTR'],
  [/\bdays of UTC\b/iu, 'All times UTC'],
  [/\bmonths of UTC\b/iu, 'All times UTC'],
  [/\bwhat became of\b/iu, 'Import report'],
  [/\bon your name\b/u, 'Branded clicks'],
  [/\btable of days\b/u, 'the dates of the export'],
  [/\bevidence of absence\b/u, 'not known'],
  [/\bof a part of the site\b/iu, 'a chip for each filter'],
  [/\blargest behind\b/iu, 'what it is'],
  [/\byours, say\b/iu, 'your domain'],
  [/\bas of \$\{ago/u, 'Updated 22 days ago'],
  [/\bunderlined names\b/iu, 'nothing'],
];
/** Names of tools and members are for programs. */
const names = [...toolCatalog.map(({ name }) => name), 'is_giant', 'low_ctr', 'striking_distance'];

/** Text between tags, and in attributes and strings that hold a space: what a person may read. */
function readTexts(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gmu, '');
  const quoted = code.match(/'[^'\n]* [^'\n]*'|"[^"\n]* [^"\n]*"|`[^`]* [^`]*`/gu) ?? [];
  const between = code.match(/(?<=>)[^<>{}=;]*[a-z][^<>{}=;]*(?=[<{])/gu) ?? [];
  return [...quoted, ...between];
}

async function sources(): Promise<readonly { readonly file: string; readonly text: string }[]> {
  const folder = 'dashboard/src';
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => /\.tsx?$/u.test(file) && !file.endsWith('.d.ts'),
  );
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(folder, file), 'utf8') })));
}

describe('the words of the dashboard', () => {
  it('are those that people say', async () => {
    const found = (await sources()).flatMap(({ file, text }) =>
      readTexts(text).flatMap((written) =>
        phrases
          .filter(([phrase]) => phrase.test(written))
          .map(([, instead]) => `${file}: ${written.trim()} (say: ${instead})`),
      ),
    );
    expect(found).toEqual([]);
  });

  it('name no function and no field in a sentence', async () => {
    const found = (await sources()).flatMap(({ file, text }) =>
      readTexts(text)
        .filter((written) => !/[{}`]|^'[,:]/u.test(written) && names.some((name) => written.includes(name)))
        .map((written) => `${file}: ${written.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it('are read out of the files', () => {
    expect(readTexts('const a = <p title="Two words">How to mend it</p>; // mend')).toEqual([
      '"Two words"',
      'How to mend it',
    ]);
  });
});
