import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toolCatalog } from '#functions/tools/catalog.ts';

/** Phrases that were in the dashboard and that nobody says, with what is said instead. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:answers?|answer with) 402\b/u, 'what happens, in words'],
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
/** Those that messages of the service had too. */
const everywhere: typeof phrases = [
  [/\bmend(?:s|ed|ing)?\b(?! [:,])/u, 'fix'],
  [/\bclick rate\b/iu, 'CTR'],
  [/\bis no (?:domain|number|condition|list|day|country|code|address|site)\b/u, 'is not a domain'],
  [/[\d}] %(?![\w=(])/u, '12%'],
  [/\b(?:by|send|a|the) mail\b|\be-mail\b|\bmails\b/iu, 'email'],
];
/** Names of tools and members are for programs. */
const names = [...toolCatalog.map(({ name }) => name), 'is_giant', 'low_ctr', 'striking_distance'];

/** Text between tags, and in attributes and strings that hold a space: what a person may read. */
function readTexts(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gmu, '');
  const quoted = code.match(/'[^'\n]* [^'\n]*'|"[^"\n]* [^"\n]*"|`[^`\n]* [^`\n]*`/gu) ?? [];
  const between = code.match(/(?<=>)[^<>{}=;]*[a-z][^<>{}=;]*(?=[<{])/gu) ?? [];
  return [...quoted, ...between];
}

async function sources(folder: string) {
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => /\.tsx?$/u.test(file) && !file.endsWith('.d.ts'),
  );
  return Promise.all(
    files.map(async (file) => ({
      file: join(folder, file),
      text: await readFile(join(folder, file), 'utf8'),
    })),
  );
}

/** What is said in a folder and should be said otherwise. */
async function foundIn(folder: string, list: typeof phrases): Promise<readonly string[]> {
  return (await sources(folder)).flatMap(({ file, text }) =>
    readTexts(text).flatMap((written) =>
      list
        .filter(([phrase]) => phrase.test(written))
        .map(([, instead]) => `${file}: ${written.trim()} (say: ${instead})`),
    ),
  );
}

describe('the words of the dashboard', () => {
  it('are those that people say', async () => {
    expect(await foundIn('dashboard/src', [...phrases, ...everywhere])).toEqual([]);
  });

  it.each(['functions', 'shared'])('are those of the messages of %s', async (folder) => {
    expect(await foundIn(folder, everywhere)).toEqual([]);
  });

  it('name no function and no field in a sentence', async () => {
    const found = (await sources('dashboard/src')).flatMap(({ file, text }) =>
      readTexts(text)
        .filter(
          (written) =>
            !/[{}`]|^'[,:]|^\s*\w+\(/u.test(written) && names.some((name) => written.includes(name)),
        )
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
