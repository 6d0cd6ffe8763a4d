import { toLabel } from "#contract/field-labels.ts";
import { capitalise } from "#contract/text.ts";
import type { DescribedCommand } from "../calls.ts";
import { isOnlyReading } from "./command-run.tsx";
import { type KnownValues, listWords, type Values } from "./form-values.ts";

/* The label of a form's button, and the name of the file that its result is downloaded as. */

/** Returns for example "orders-addresses-delhivery.csv". */
export const nameCsv = (command: DescribedCommand, values: Values): string => {
  const { noun, verb } = command;
  const chosen = listWords(command).flatMap(({ name, choices }) => {
    const value = values[name];
    return choices && typeof value === "string" ? [value] : [];
  });
  return `${[noun, verb, ...chosen].filter(Boolean).join("-")}.csv`;
};

/**
 * Adds the amount or the count in the question to the label of the button: "Refund ₹999", "Record ₹999", "Mark 2 parcels
 * as dispatched", "Refund a lost parcel: ₹999" or "Cancel and refund ₹999".
 */
export function addAmount(label: string, question: string | null): string {
  const [action] = /^((Refund|Record) ₹[\d,.]*\d|Mark \d+ \w+ as \w+)/m.exec(question ?? "") ?? [];
  if (action !== undefined) return action;
  const [, settled] = /^Record that the courier has paid you (₹[\d,.]*\d)/m.exec(question ?? "") ?? [];
  if (settled !== undefined) return `Record ${settled}`;
  const [, refunded] = /(₹[\d,.]*\d)(?: of ₹[\d,.]+)? is refunded/.exec(question ?? "") ?? [];
  if (refunded === undefined) return label;
  if (label.endsWith("refund")) return `${label} ${refunded}`;
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
