import { type Figure, toNoneFigure } from "../scenario.ts";
import type { Day } from "./purchases.ts";
import type { Terminal } from "./terminal.ts";

/** Settings of a shop that only plays; everything else that `check` names is a fault of the day. */
const OF_A_DEMONSTRATION = new Set([
  "SHOP_PROFILE",
  "TEST_PAYMENTS",
  "SMTP_URL",
  "MAIL_FROM",
  "PUBLIC_URL",
  "BACKUP_RECIPIENT",
]);

interface Finding {
  about: string;
  what: string;
}

interface Sales {
  rows: (string | number)[][];
  columns: string[];
}

/** Does the owner's reading in the evening: reports, audits, `check`. */
export async function readBooks(
  { type, read }: Terminal,
  month: string,
  { toSend }: Day,
  returned: number,
): Promise<Figure[]> {
  const { rows, columns } = await read<Sales>(["report", "sales", "--month", month]);
  const paid = rows.reduce((sum, row) => sum + Math.round(Number(row[columns.indexOf("Paid")]) * 100), 0);
  const documents = toSend.length + 2 + returned;
  const findings = (await read<Finding[]>(["check", "--offline"], 1)).filter(
    ({ about }) => !OF_A_DEMONSTRATION.has(about) && !/\.json|^\/product-/.test(about),
  );
  const audits = [await type(["stock", "audit"]), await type(["invoices", "audit"])];
  return [
    { what: "documents of the month", value: rows.length, atLeast: documents, atMost: documents },
    { what: "paise paid and kept", value: paid, atLeast: 1 },
    toNoneFigure(
      "findings of check",
      findings.map(({ about, what }) => `${about}: ${what}`),
    ),
    toNoneFigure(
      "audits that disagree",
      audits.filter((text) => !/agrees|no gap/.test(text)),
    ),
  ];
}

/** The shop's month, `2026-11`. */
export const getMonth = (): string =>
  new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" }).slice(0, "2026-11".length);
