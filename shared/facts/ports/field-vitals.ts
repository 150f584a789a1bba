/** Measures of how a page loads, in the units of their names. */
export const vitalNames = ['lcp_ms', 'inp_ms', 'cls', 'fcp_ms', 'ttfb_ms'] as const;
export type VitalName = (typeof vitalNames)[number];

/** A measure over all visits that were counted. */
export interface VitalFigures {
  /** Three quarters of the visits were at most so. */
  readonly p75: number;
  /** Shares of the visits, by the bounds that the source sets; they add up to 1. */
  readonly good: number;
  readonly needs_improvement: number;
  readonly poor: number;
}

/** What the source tells of one kind of device; a measure that it does not tell is left out. */
export interface DeviceVitals {
  readonly vitals: Readonly<Partial<Record<VitalName, VitalFigures | undefined>>>;
  /** First and last day of the visits, `2026-11-01`. */
  readonly from: string;
  readonly to: string;
}

export const devices = ['all', 'phone', 'desktop'] as const;
export type Device = (typeof devices)[number];

/** What visitors met on a page, or on all pages of an origin together. */
export interface SubjectVitals {
  readonly level: 'origin' | 'page';
  readonly url: string;
  /** A device that the source does not tell, or was not asked about, is left out. */
  readonly devices: Readonly<Partial<Record<Device, DeviceVitals>>> & { readonly all: DeviceVitals };
}

export interface FieldVitalsAnswer {
  /** Those that the source knows, the origin first. */
  readonly known: readonly SubjectVitals[];
  readonly unanswered: readonly string[];
  readonly isConnected: boolean;
}

/** How pages load for their visitors, as browsers reported it. Never fails, and gives up within seconds. */
export interface FieldVitals {
  /** `home` is asked by device as the origin is, `pages` for all devices together. */
  read(asked: {
    readonly origin: string;
    readonly home: string;
    readonly pages: readonly string[];
  }): Promise<FieldVitalsAnswer | undefined>;
}
