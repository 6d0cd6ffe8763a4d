import type { Invoice } from "../../invoice.ts";
import type { InvoiceFact } from "../../invoice-totals.ts";
import { A4, BLOCK, GAP, LABEL, LEFT, MIDDLE, RIGHT, SOFT } from "./a4.ts";
import type { PaperCanvas } from "./paper-canvas.ts";
import type { Writing } from "./shaped-text.ts";

/** Totals, the amount in words, notes, signature and thanks, never torn apart by the end of a page. */
export function writeEnd(paper: PaperCanvas, invoice: Invoice, top: number): void {
  const height = Math.max(invoice.totals.length * 16, measureWords(paper, invoice)) + 96;
  const fits = top + height <= A4.bottom;
  if (!fits) paper.newPage();
  const begin = fits ? top : A4.top;
  const y = Math.max(writeWords(paper, invoice, begin), writeTotals(paper, invoice.totals, begin)) + GAP;
  if (invoice.signedFor) writeSignature(paper, invoice.signedFor, y);
  paper.write(invoice.thanks, LEFT, y + 44, { ...SOFT, width: BLOCK });
}

const measureWords = (paper: PaperCanvas, { notes, amountInWords }: Invoice): number =>
  [amountInWords, ...notes].reduce(
    (sum, text) => sum + paper.measure(text, { ...SOFT, width: BLOCK }) + 3,
    60,
  );

function writeWords(
  paper: PaperCanvas,
  { amountInWords, paymentMethod, notes }: Invoice,
  top: number,
): number {
  let y = top + 4;
  const write = (text: string, how: Writing = {}) => {
    y += paper.write(text, LEFT, y, { width: BLOCK, ...how }) + 3;
  };
  write("Amount in words", LABEL);
  write(amountInWords);
  y += 6;
  write("Payment method", LABEL);
  write(paymentMethod);
  y += 6;
  for (const note of notes) write(note, { ...LABEL, width: BLOCK });
  return y;
}

function writeTotals(paper: PaperCanvas, totals: readonly InvoiceFact[], top: number): number {
  let y = top;
  for (const [index, { label, value }] of totals.entries()) {
    const isGrand = index === totals.length - 1;
    if (isGrand) paper.rule(y + 3, MIDDLE, RIGHT);
    const how: Writing = isGrand ? { size: 12, bold: true } : {};
    const line = isGrand ? y + 10 : y + 4;
    paper.write(label, MIDDLE, line, how);
    y = line + paper.write(value, RIGHT, line, { ...how, align: "end" });
  }
  return y;
}

function writeSignature(paper: PaperCanvas, signedFor: string, top: number): void {
  paper.write(`For ${signedFor}`, MIDDLE, top, { ...SOFT, width: BLOCK });
  paper.rule(top + 42, MIDDLE, RIGHT);
  paper.write("Authorised signatory", MIDDLE, top + 46, LABEL);
}
