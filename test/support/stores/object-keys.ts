/** Keys that no store takes: they lead out of a folder, or need escaping in a URL. */
export const refusedKeys = [
  '../outside',
  'a/../../outside',
  '/etc/passwd',
  'a//b',
  'a/./b',
  '',
  'a b',
  'a\\..\\b',
  '..',
  'é',
];
