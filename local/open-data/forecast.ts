import { stat, statfs } from 'node:fs/promises';
import type { GraphOrder } from './load-sites.ts';
import { isAddress } from './open-input.ts';

/** Measured on a planted graph of ten million edges. */
const edgesOfByte = 0.29;
const bytesOfWhole = 13.3 * 2 ** 30;
const filesBesides = 3.1 * 2 ** 30;
const vertexBytes = 8;
/** Million edges a second, of one processor. */
const speed = { sites: 2, graph: 0.8 } as const;
/** Disk of a byte of packed edges, while it works; memory of a domain. */
const diskOfByte = 4.3;
const memoryOfDomain = 28;

/** What is going to be read, for how long, and what it takes of disk and memory; refuses where the disk has no room. */
export async function forecastOfLinks(
  order: GraphOrder,
  isOfSites: boolean,
  folder: string,
): Promise<string> {
  const edges = await sizeOf(order.edges, bytesOfWhole);
  const others = (await sizeOf(order.vertices, 0.9 * 2 ** 30)) + (await sizeOf(order.ranks, 2.2 * 2 ** 30));
  const downloads = [order.edges, order.vertices, order.ranks].some(isAddress) ? edges + filesBesides : 0;
  const seconds = (edges * edgesOfByte) / 1e6 / (isOfSites ? speed.sites : speed.graph);
  const disk = downloads + (isOfSites ? 0 : edges * diskOfByte);
  const domains = (await sizeOf(order.vertices, 0.9 * 2 ** 30)) / vertexBytes;
  const memory = isOfSites ? 200e6 + domains : 250e6 + domains * memoryOfDomain;
  const { bavail, bsize } = await statfs(folder);
  if (disk > bavail * bsize)
    throw new Error(
      `This takes up to ${gigabytes(disk)} in ${folder}, which has ${gigabytes(bavail * bsize)} left. Nothing was begun.`,
    );
  return `${order.id}: reads ${gigabytes(edges + others)} in about ${minutes(seconds)}, with up to ${gigabytes(disk)} of disk in ${folder} and ${gigabytes(memory)} of memory.`;
}

/** Of a file here; of one elsewhere as much as those of a whole release have. */
async function sizeOf(source: string, otherwise: number): Promise<number> {
  return isAddress(source) ? otherwise : (await stat(source)).size;
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(bytes < 1e9 ? 2 : 0)} GB`;
const minutes = (seconds: number): string =>
  seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} minutes`;
