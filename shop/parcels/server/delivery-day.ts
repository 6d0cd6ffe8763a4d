import { formatDate, isDay, toMidnight } from "#contract/dates.ts";
import { DAY, MINUTE } from "#contract/time.ts";
import type { OrderRow } from "#shop/orders/server/index.ts";

/* The day of a delivery in a courier's list. Couriers write it in many ways, with or without the time. */

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** Spreadsheets store days as the number of days since this one. */
const SHEET_EPOCH = Date.UTC(1899, 11, 30);

/**
 * Returns the day as `2026-11-28`. Reads `2026-11-28`, `28-11-2026`, `28/11/26`, `28 Nov 2026`, `Nov 28, 2026` and the
 * number of an Excel cell. Null if it is not a day, as in `11/28/2026`, because India writes the day first.
 */
export function parseDeliveryDay(cell: string): string | null {
  const text = cell.trim().toLowerCase();
  if (/^[3-9]\d{4}(\.\d+)?$/.test(text))
    return new Date(SHEET_EPOCH + Math.floor(Number(text)) * DAY).toISOString().slice(0, 10);
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text) ?? [];
  const [, first, second, third] =
    /^(\d{1,2})[-/. ]+(\d{1,2}|[a-z]{3})[a-z]*[-/., ]+(\d{4}|\d{2})(?!\d)/.exec(text) ?? [];
  const [, name, named, nameYear] = /^([a-z]{3})[a-z]*[-/. ]+(\d{1,2})[-/., ]+(\d{4})(?!\d)/.exec(text) ?? [];
  return (
    toDay(isoYear, isoMonth, isoDay) ??
    toDay(third, toMonth(second), first) ??
    toDay(nameYear, toMonth(name), named)
  );
}

const toMonth = (text = ""): string => {
  const at = MONTHS.indexOf(text);
  return at < 0 ? text : String(at + 1);
};

function toDay(year: string | undefined, month = "", day = ""): string | null {
  if (year === undefined) return null;
  const text = [year.padStart(4, "20"), month.padStart(2, "0"), day.padStart(2, "0")].join("-");
  return isDay(text) ? text : null;
}

/**
 * Returns the time of the delivery: the end of the day in the list, so that the customer has all days to return pieces,
 * but not before the dispatch. Now, if the cell is empty. `error` says why the day cannot be used.
 */
export function readDelivery(
  cell: string,
  { dispatchedAt }: Pick<OrderRow, "dispatchedAt">,
  now: Date,
): { at: Date; error?: string } {
  if (cell === "") return { at: now };
  const day = parseDeliveryDay(cell);
  if (day === null)
    return {
      at: now,
      error: `the day of the delivery “${cell}” cannot be read. Write it like 28-11-2026, or leave the cell empty`,
    };
  const midnight = toMidnight(day);
  if (midnight > now)
    return { at: now, error: `the delivery on ${formatDate(midnight)} is in the future. Correct the day` };
  const end = midnight.getTime() + DAY - MINUTE;
  return { at: new Date(Math.max(Math.min(end, Number(now)), Number(dispatchedAt))) };
}
