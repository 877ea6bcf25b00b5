const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });

/** Pence as pounds with two decimals: `1250` is `£12.50`. */
export function priceOf(pence: number): string {
  return pounds.format(pence / 100);
}

const tenths = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/** Pence, to a tenth: `39.98` is `40p`. */
export function penceOf(pence: number): string {
  return `${tenths.format(pence)}p`;
}

const numbers = new Intl.NumberFormat('en-GB');

/** A number with separators: `12,345`. */
export function numberOf(n: number): string {
  return numbers.format(n);
}

/** Shortens a text to `limit` characters (not code units) and adds an ellipsis. */
export function truncate(text: string, limit = 30): string {
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, limit).join('').trimEnd()}…`;
}

/** The first character of a name, in capitals; an emoji is one character. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toUpperCase() ?? '';
}

/** `1 credit`, `2,000 credits`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${numberOf(n)} ${n === 1 ? one : many}`;
}

/** Bytes as whole megabytes: `12 MB`. */
export function megabytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / (1024 * 1024)))} MB`;
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** An ISO time as a date: `21 Nov 2026`. */
export function dateOf(iso: string): string {
  return day.format(new Date(iso));
}

const wholeDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A calendar day, which is the same everywhere: `2026-11-21` is `21 Nov 2026`. */
export function dateOfDay(day: string): string {
  return wholeDay.format(new Date(day));
}

const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });

/** A month of the device's calendar: `2026-11` is `November 2026`. */
export function monthOf(yearAndMonth: string): string {
  return month.format(new Date(`${yearAndMonth}-01T12:00:00`));
}

/** The months from an ISO time until now, newest first; only the current one without a time. */
export function monthsSince(iso: string | undefined): string[] {
  const first = new Date(iso ?? Date.now());
  const months: string[] = [];
  const at = new Date();
  at.setDate(1);
  do {
    months.push(`${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`);
    at.setMonth(at.getMonth() - 1);
  } while (at.getFullYear() * 12 + at.getMonth() >= first.getFullYear() * 12 + first.getMonth());
  return months;
}

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A calendar day without its year: `2026-11-21` is `21 Nov`. */
export function dayOf(day: string): string {
  return shortDay.format(new Date(`${day}T00:00:00Z`));
}

const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** An ISO time to the minute: `21 Nov 2026, 14:05`. */
export function timeOf(iso: string): string {
  return dayAndTime.format(new Date(iso));
}

/** Words and numbers of cameras, phones and apps, which name files and not dishes. */
const automatic =
  /^(a?img|image|dsc[nf]?|pxl|photo|picture|pic|foto|item|file|upload|scan|screenshot|camera|download|untitled|whatsapp|edited|copy|my|dish|at|am|pm|wa\d+|[a-z]{1,4}\d{3,}|\d[\d.:]*|[a-f\d]{8,})$/i;

/** Whether a name from a file says nothing about the dish: `Item 4`, `IMG 2034`. */
export function isAutomaticName(name: string): boolean {
  const parts = name.trim().split(/\s+/);
  return parts.every((part) => automatic.test(part));
}

/** A dish's name from the name of its file: `my_best-burger (2).jpg` is `My best burger`. */
export function nameFromFile(fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '');
  const name = stem
    .replace(/\(\d+\)\s*$/, '')
    .replace(/[_-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const [first = 'M', ...rest] = name === '' ? 'My dish' : name;
  return [first.toUpperCase(), ...rest].slice(0, 100).join('');
}
