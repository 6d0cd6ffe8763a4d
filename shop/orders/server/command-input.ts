import { fromRupees } from "#contract/money.ts";
import { CommandRefused } from "#platform/command.ts";

/** The midnight with which a typed day such as 2026-11-20 begins in the shop. @throws CommandRefused */
export function parseDay(given: string): Date {
  const day = new Date(`${given}T00:00:00+05:30`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(given) || Number.isNaN(day.getTime())) {
    throw new CommandRefused(`--since ${given} is no day. Write it like 2026-11-20.`);
  }
  return day;
}

/** How many rows were asked for; null when that was left open. @throws CommandRefused */
export function parseLimit(given: string | undefined): number | null {
  if (given === undefined) return null;
  if (!/^[1-9]\d{0,3}$/.test(given))
    throw new CommandRefused(`--limit ${given} is not a number from 1 to 9999.`);
  return Number(given);
}

/** Typed rupees in paise; null when none were typed. @throws CommandRefused */
export function parseAmount(given: string | undefined): number | null {
  if (given === undefined) return null;
  const paise = fromRupees(given);
  if (paise === null) throw new CommandRefused(`--amount ${given} is no amount. Write rupees like 1499.50.`);
  return paise;
}

/** Words that must not be left out. @throws CommandRefused */
export function parseRequiredText(name: string, given: string | undefined, longest = 500): string {
  const text = (given ?? "").trim();
  if (text === "") throw new CommandRefused(`Something is missing: --${name} "…".`);
  if (text.length > longest) throw new CommandRefused(`--${name} can be up to ${longest} characters long.`);
  return text;
}
