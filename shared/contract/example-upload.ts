import type { UploadRecord } from './own-imports.ts';

/** An upload as the reference shows it. */
export const exampleUpload: UploadRecord = {
  id: 'upl_01kbhs3x9mq6d8v0a2c4e6g8j0',
  status: 'awaiting_files',
  created_at: '2026-11-20T12:00:00.000Z',
  files: [{ name: 'shop.example-Performance-on-Search-2026-11-20.zip', bytes: 412_133 }],
  progress: null,
  message: null,
  reports: [],
};
