const written =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:(?<utc>Z)|(?<hours>[+-]\d{2}):?(?<minutes>\d{2})?)?)?$/iu;
/** Later moments need a year of five digits, which few programs read. */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * A day or a moment in ISO 8601 as milliseconds since 1970; undefined for
 * anything else. A day is its midnight and a moment without a zone is in UTC,
 * wherever the service runs. Days that do not exist, such as 30 February, are
 * refused and not moved into the next month.
 */
export function parseMoment(text: string): number | undefined {
  const { day, time = '00:00', hours, minutes = '00' } = written.exec(text)?.groups ?? {};
  if (day === undefined || !exists(day)) return undefined;
  const moment = Date.parse(`${day}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
  return moment <= lastMoment ? moment : undefined;
}

function exists(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
