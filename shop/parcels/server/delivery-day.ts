import { formatDate, isDay, toMidnight } from "#contract/dates.ts";
import { toLatinDigits } from "#contract/text.ts";
import { DAY, MINUTE } from "#contract/time.ts";
import type { OrderRow } from "#shop/orders/server/index.ts";

/* The day of a delivery in a courier's list. Couriers write it in many ways, with or without the time. */

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** Spreadsheets store days as the number of days since this day. */
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
 * True for a cell without a day: empty, only a time, `-`, `NA` or `0000-00-00`. Also for the first day of a
 * computer's calendar, which some programs write for an unknown day. In Excel, a time is a number below 1.
 */
function isWithoutDay(cell: string): boolean {
  const withoutTime = cell.replaceAll(/\d{1,2}:\d{2}(:\d{2})?|^0?\.\d+$/g, "");
  return !/[1-9]/.test(withoutTime) || /(^|[-/])(0001|1900|1970)\b/.test(cell);
}

/** A delivery can be this much earlier than its recorded dispatch, because owners may record a dispatch late. */
const MAX_BEFORE_DISPATCH = 3 * DAY;

const CORRECT_DAY = "Write the day like 28-11-2026, or leave the cell empty";

/**
 * Returns the time of the delivery: the end of the day in the list, but not before the dispatch. The end of the day
 * gives the customer all days to return pieces. Null if the list does not contain the day of the delivery. A day in
 * the future is only the promised day. `error` says why the day cannot be used, and names the cell as in `quoted`.
 */
export function readDelivery(
  text: string,
  { dispatchedAt }: Pick<OrderRow, "dispatchedAt">,
  now: Date,
  quoted: string,
): { at: Date | null; error?: string } {
  const cell = toLatinDigits(text);
  if (isWithoutDay(cell)) return { at: null };
  const day = parseDeliveryDay(cell);
  if (day === null)
    return { at: null, error: `the day of the delivery ${quoted} cannot be read. ${CORRECT_DAY}` };
  const midnight = toMidnight(day);
  if (midnight > now) return { at: null };
  const end = midnight.getTime() + DAY - MINUTE;
  if (dispatchedAt !== null && dispatchedAt.getTime() - end > MAX_BEFORE_DISPATCH)
    return {
      at: null,
      error: `${quoted} is read as ${formatDate(midnight)}, which is before the dispatch on ${formatDate(dispatchedAt)}. ${CORRECT_DAY}`,
    };
  return { at: new Date(Math.max(Math.min(end, Number(now)), Number(dispatchedAt))) };
}
