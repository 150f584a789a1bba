import fs from 'node:fs';
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';

/**
 * Loaded before a command (`--import`): ends it with SIGKILL at one of its
 * steps, a line of progress that it said or a change that it is about to make on
 * disk. `DIE_AT` is the name of the step, `#`, and which time; `STEPS` a file that
 * gets the names of all steps.
 */
const { DIE_AT: fatal, STEPS: log, DATA_DIR: folder = '' } = process.env;
const file = log === undefined ? undefined : fs.openSync(log, 'w');
const { writeSync } = fs;
const times = new Map<string, number>();

function step(name: string, half: () => void = () => {}): void {
  const time = (times.get(name) ?? 0) + 1;
  times.set(name, time);
  if (file !== undefined) writeSync(file, `${name}\n`);
  if (`${name}#${time}` !== fatal) return;
  half();
  process.kill(process.pid, 'SIGKILL');
}

/** A folder is removed file by file. */
function removeHalf(path: string): void {
  if (!fs.existsSync(path) || !fs.statSync(path).isDirectory()) return;
  for (const entry of fs.readdirSync(path, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && entry.name !== 'state.json') fs.unlinkSync(`${entry.parentPath}/${entry.name}`);
}

/** Calls are steps, named by what `nameOf` makes of their arguments; undefined is none. */
function watch(of: object, method: string, nameOf: (args: unknown[]) => string | undefined): void {
  const real: unknown = Reflect.get(of, method);
  if (typeof real !== 'function') throw new TypeError(`There is no ${method}.`);
  const apply = (target: typeof real, self: unknown, args: unknown[]): unknown => {
    const name = nameOf(args);
    if (name !== undefined) step(`${method} ${name}`, () => method === 'rm' && removeHalf(String(args[0])));
    return Reflect.apply(target, self, args);
  };
  Reflect.set(of, method, new Proxy(real, { apply }));
}

/** A path of open data below the data folder; files of parts are one name. */
function ours([path]: unknown[]): string | undefined {
  const name = String(path).startsWith(`${folder}/open-data`) ? String(path).slice(folder.length) : undefined;
  return name?.replace(/\/parts\/.*/u, '/parts/').replace(/\d{14}/u, '…');
}

for (const method of ['linkSync', 'rmSync']) watch(fs, method, ours);
for (const method of ['rename', 'rm']) watch(fs.promises, method, ours);
watch(fs, 'openSync', (args) => (args[1] === 'w' || args[1] === 'a' ? ours(args) : undefined));
watch(DatabaseSync.prototype, 'exec', ([sql]) =>
  String(sql).startsWith('COMMIT') ? String(sql) : undefined,
);
watch(http, 'request', ([options]) => {
  const headers = Object.entries(Object(Reflect.get(Object(options), 'headers')));
  return headers.some(([, value]) => String(value).endsWith('.PutItem')) ? 'PutItem' : undefined;
});
syncBuiltinESMExports();

// On a terminal every line of progress is said.
process.stderr.isTTY = true;
const say = process.stderr.write.bind(process.stderr);
Reflect.set(process.stderr, 'write', (text: string) => {
  const isSaid = say(text);
  const [, line = ''] = /\[K(?:.*\/)?(\S+: \w+)/u.exec(text) ?? [];
  if (line !== '') step(`said ${line}`);
  return isSaid;
});
