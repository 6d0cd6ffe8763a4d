import { toLabel } from "#contract/field-labels.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { capitalise } from "#contract/text.ts";
import type { DescribedCommand } from "../calls.ts";
import { type AskedQuestion, isOnlyReading } from "./command-run.tsx";
import { type KnownValues, listWords, type Values } from "./form-values.ts";

/** Names the downloaded result of a form, for example "orders-addresses-delhivery.csv". */
export const nameCsv = (command: DescribedCommand, values: Values): string => {
  const { noun, verb } = command;
  const chosen = listWords(command).flatMap(({ name, choices }) => {
    const value = values[name];
    return choices && typeof value === "string" ? [value] : [];
  });
  return `${[noun, verb, ...chosen].filter(Boolean).join("-")}.csv`;
};

/** Returns the label of the button that confirms: "Refund ₹999.00" or "Approve cancellation, refund ₹999.00". */
export function addAmount(label: string, { action, amountPaise }: Partial<AskedQuestion> = {}): string {
  if (action !== undefined || !amountPaise) return action ?? label;
  const refunded = formatRupeesGrouped(amountPaise);
  if (/refund$/i.test(label)) return `${label} ${refunded}`;
  return label.startsWith("Refund") ? `${label}: ${refunded}` : `${label}, refund ${refunded}`;
}

export function getLabel(command: DescribedCommand, knownValues: KnownValues, values: Values): string {
  const { verb, args, options } = command;
  const preset = Object.keys(knownValues).find((name) => options[name]?.flag);
  if (preset !== undefined) return toLabel(preset);
  const writesFile = args.some(({ kind, optional }) => kind === "new-file" && !optional);
  if (isOnlyReading(command, values) && !writesFile) return "Show";
  return verb === "" ? "Do it" : capitalise(verb.replaceAll("-", " "));
}
