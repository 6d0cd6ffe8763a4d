import { fromRupees } from "#contract/money.ts";
import { UsageError } from "./command.ts";

/** The midnight with which a typed day such as 2026-11-20 begins in the shop. @throws UsageError */
export function parseDay(given: string): Date {
  const day = new Date(`${given}T00:00:00+05:30`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(given) || Number.isNaN(day.getTime())) {
    throw new UsageError(`--since ${given} is no day. Write it like 2026-11-20.`);
  }
  return day;
}

/** A typed month such as 2026-11, by the shop's clock: from its first moment until before the next one's. @throws UsageError */
export function parseMonth(given: string): { from: Date; to: Date } {
  const [, year, number] = /^(20\d{2})-(0[1-9]|1[0-2])$/.exec(given) ?? [];
  if (year === undefined || number === undefined)
    throw new UsageError(`--month ${given || "…"} is no month. Write it like 2026-11.`);
  const next =
    number === "12" ? `${Number(year) + 1}-01` : `${year}-${String(Number(number) + 1).padStart(2, "0")}`;
  return { from: new Date(`${given}-01T00:00:00+05:30`), to: new Date(`${next}-01T00:00:00+05:30`) };
}

const LARGEST_LIMIT = 99_999;

/** The option `--limit` of a list that shows `usual` rows without it. */
export function defineLimit(usual: number, most?: number) {
  return {
    option: { summary: `how many at most (${usual}${most === undefined ? "" : `, up to ${most}`})` },
    parse: (given: string | undefined): number => parseLimit(given, usual, most),
  };
}

/** What stands under a list that `most` has cut short. */
export const formatMore = (most: number): string =>
  `There are more: --limit ${Math.min(most * 2, LARGEST_LIMIT)} shows them.`;

/** @throws UsageError */
function parseLimit(given: string | undefined, usual: number, most = LARGEST_LIMIT): number {
  if (given === undefined) return usual;
  const limit = /^\d{1,6}$/.test(given) ? Number(given) : 0;
  if (limit < 1 || limit > most) throw new UsageError(`--limit ${given} is not a number from 1 to ${most}.`);
  return limit;
}

/** Typed rupees in paise; null when none were typed. @throws UsageError */
export function parseAmount(given: string | undefined): number | null {
  if (given === undefined) return null;
  const paise = fromRupees(given);
  if (paise === null) throw new UsageError(`--amount ${given} is no amount. Write rupees like 1499.50.`);
  return paise;
}

/** Words that must not be left out. @throws UsageError */
export function parseRequiredText(name: string, given: string | undefined, longest = 500): string {
  const text = (given ?? "").trim();
  if (text === "") throw new UsageError(`Something is missing: --${name} "…".`);
  if (text.length > longest) throw new UsageError(`--${name} can be up to ${longest} characters long.`);
  return text;
}
