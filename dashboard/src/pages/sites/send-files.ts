import { answered, api, keyed, startUpload } from '../../api/client.ts';
import type { NewUpload } from '../../api/schema.ts';

/** What the service takes in one upload; it refuses more by itself. */
export const largestUploadBytes = 50 * 1024 * 1024;
export const mostUploadFiles = 20;

interface Sending {
  readonly files: readonly File[];
  /** What is said of them. */
  readonly options: Omit<NewUpload, 'files'>;
  /** Of this press of the button: pressed again after a failure, it begins no second upload. */
  readonly idempotencyKey: string;
  /** Told the share of all bytes that is sent, 0-1. */
  readonly onSent: (share: number) => void;
}

/** Sends files to where the service wants them, and starts their import. Gives the id of the upload. */
export async function sendFiles({ files, options, idempotencyKey, onSent }: Sending): Promise<string> {
  const named = files.map(({ name, size }) => ({ name, bytes: size }));
  const { upload, addresses } = await answered(
    api.POST('/v1/me/uploads', { ...keyed(idempotencyKey), body: { ...options, files: named } }),
  );
  const whole = files.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  for (const [index, file] of files.entries()) {
    const address = addresses[index];
    if (!address) throw new Error('The upload was not accepted. Try again.');
    const from = before;
    await put(address.url, file, (sent) => onSent((from + sent) / whole));
    before += file.size;
  }
  onSent(1);
  await startUpload(upload.id);
  return upload.id;
}

/** `fetch` cannot tell how much of a body it has sent. */
function put(url: string, file: File, onSent: (bytes: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.upload.onprogress = ({ loaded }) => onSent(Math.min(loaded, file.size));
    request.onload = () =>
      request.status < 300
        ? resolve()
        : reject(new Error(`${file.name} was refused (${request.status}). Choose the files again.`));
    request.onerror = () =>
      reject(new Error(`${file.name} could not be sent. Check your connection and try again.`));
    request.send(file);
  });
}

/** Why files cannot be uploaded together; undefined where they can. */
export function refusalOf(files: readonly File[]): string | undefined {
  const whole = files.reduce((sum, { size }) => sum + size, 0);
  const empty = files.find(({ size }) => size === 0);
  if (empty) return `${empty.name} is empty. Export it again.`;
  if (files.length > mostUploadFiles)
    return `At most ${mostUploadFiles} files at once. Pack them into a zip.`;
  if (whole > largestUploadBytes)
    return 'At most 50 MB at once. Pack the files into a zip, or upload them in parts.';
  return undefined;
}
