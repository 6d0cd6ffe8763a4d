import { colours } from "#contract/colours.ts";
import type { Invoice } from "../../invoice.ts";
import type { InvoiceFact } from "../../invoice-totals.ts";
import { A4, BLOCK, GAP, LABEL, LEFT, MARK, MIDDLE, RIGHT, SOFT } from "./a4.ts";
import { writeEnd } from "./draw-end.ts";
import { drawItems } from "./draw-items.ts";
import { createPaper, formats, type PaperCanvas } from "./paper-canvas.ts";
import type { Writing } from "./shaped-text.ts";

/** Invoice, credit note or summary as a PDF file (§2.15). */
export function drawInvoice(invoice: Invoice, date: Date): Promise<Buffer> {
  const { title, serial, seller } = invoice;
  const paper = createPaper({ format: "A4", title: `${title} ${serial}`, author: seller.name, date });
  let y = writeHeader(paper, invoice, A4.top);
  y = writeNotices(paper, invoice.notices, y);
  y = writeParties(paper, invoice, y + GAP);
  y = drawItems(paper, invoice, y + GAP);
  writeEnd(paper, invoice, y + GAP / 2);
  paper.onEveryPage((page, pages) => {
    const foot = formats.A4.height - 46;
    paper.rule(foot - 10, LEFT, RIGHT);
    paper.write(`${title} ${serial}`, LEFT, foot, LABEL);
    paper.write(`Page ${page} of ${pages}`, RIGHT, foot, { ...LABEL, align: "end" });
  });
  return paper.end();
}

/** The seller on the left, what document this is on the right. */
function writeHeader(paper: PaperCanvas, { title, seller, facts }: Invoice, top: number): number {
  paper.rings(LEFT, top + 1, MARK);
  const name: Writing = { size: 22, heading: true, colour: colours.walnut, width: BLOCK - MARK - 10 };
  let y = top + paper.write(seller.name, LEFT + MARK + 10, top - 1, name) + 6;
  for (const line of seller.lines) y += paper.write(line, LEFT, y, { ...SOFT, width: BLOCK });
  const heading: Writing = { size: 17, heading: true, colour: colours.walnut, align: "end" };
  const right = top + paper.write(title, RIGHT, top + 2, heading) + 8;
  return Math.max(y, writeFacts(paper, facts, right));
}

function writeFacts(paper: PaperCanvas, facts: readonly InvoiceFact[], top: number): number {
  let y = top;
  for (const { label, value } of facts) {
    paper.write(label, MIDDLE, y, SOFT);
    y += paper.write(value, RIGHT, y, { align: "end" }) + 2;
  }
  return y;
}

/** What became of the order since, where it cannot be missed. */
function writeNotices(paper: PaperCanvas, notices: readonly string[], top: number): number {
  if (notices.length === 0) return top;
  const how: Writing = { bold: true, colour: colours.terracotta, width: RIGHT - LEFT - 20 };
  let y = top + GAP / 2;
  const height = notices.reduce((sum, notice) => sum + paper.measure(notice, how), 0) + 14;
  paper.box(LEFT, y, RIGHT - LEFT, height, colours.terracotta);
  const bottom = y + height;
  y += 7;
  for (const notice of notices) y += paper.write(notice, LEFT + 10, y, how);
  return bottom;
}

function writeParties(paper: PaperCanvas, { billTo, shipTo }: Invoice, top: number): number {
  paper.rule(top - GAP / 2, LEFT, RIGHT);
  const write = (heading: string, lines: string[], x: number) => {
    let y = top + paper.write(heading, x, top, LABEL) + 3;
    for (const [index, line] of lines.entries())
      y += paper.write(line, x, y, { bold: index === 0, width: BLOCK });
    return y;
  };
  return Math.max(write("Bill to", billTo, LEFT), write("Ship to", shipTo, MIDDLE));
}
