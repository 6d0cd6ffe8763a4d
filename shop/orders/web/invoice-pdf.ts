import { colours } from "#contract/colours.ts";
import { type Invoice, invoiceColumns } from "../invoice.ts";
import { createInvoiceCanvas, PAPER, type InvoiceCanvas, type Writing } from "./invoice-canvas.ts";

const LEFT = PAPER.margin;
const RIGHT = PAPER.margin + PAPER.inside;
const HALF = PAPER.inside / 2;
const BOTTOM = PAPER.height - 70;
const GAP = 24;
const BLOCK = HALF - GAP;

/** Where the columns of the items end; the product begins at the left edge and wraps. */
const COLUMN_ENDS = [LEFT + 250, LEFT + 316, LEFT + 404, RIGHT] as const;
const PRODUCT_WIDTH = 242;
const MARK = 24;
const LABEL: Writing = { size: 8, colour: colours.bark };

/** The document as a PDF file, made in this browser (§2.15). */
export async function createInvoicePdf(invoice: Invoice): Promise<Blob> {
  const { title, seller, facts, fileName } = invoice;
  const orderId = fileName.replace(/\.pdf$/, "");
  const about = { title: `${title} ${orderId}`, author: seller.name };
  const paper = await createInvoiceCanvas(about, JSON.stringify(invoice));
  let y = writeHeader(paper, invoice, PAPER.margin);
  y = writeParties(paper, invoice, y + GAP);
  y = writeItems(paper, invoice.items, y + GAP);
  writeEnd(paper, invoice, y + GAP / 2);
  const serial = facts[0]?.value ?? orderId;
  paper.onEveryPage((page, pages) => {
    const y = PAPER.height - 48;
    paper.rule(y - 10);
    paper.write(`${title} ${serial}`, LEFT, y, LABEL);
    paper.write(`Page ${page} of ${pages}`, RIGHT, y, { ...LABEL, align: "end" });
  });
  return paper.blob();
}

/** The seller on the left, what document this is on the right. */
function writeHeader(paper: InvoiceCanvas, { title, seller, facts }: Invoice, top: number): number {
  paper.rings(LEFT, top + 1, MARK);
  const name: Writing = { size: 20, bold: true, colour: colours.walnut, width: BLOCK - MARK - 10 };
  let y = top + paper.write(seller.name, LEFT + MARK + 10, top, name) + 6;
  for (const line of seller.lines) y += paper.write(line, LEFT, y, { colour: colours.bark, width: BLOCK });
  let right = top + paper.write(title, RIGHT, top + 3, { size: 15, align: "end" }) + 11;
  for (const { label, value } of facts) {
    paper.write(label, LEFT + HALF + GAP, right, { colour: colours.bark });
    right += paper.write(value, RIGHT, right, { align: "end" }) + 2;
  }
  return Math.max(y, right);
}

function writeParties(paper: InvoiceCanvas, { billTo, shipTo }: Invoice, top: number): number {
  paper.rule(top - GAP / 2);
  const write = (heading: string, lines: string[], x: number) => {
    let y = top + paper.write(heading, x, top, LABEL) + 3;
    for (const [index, line] of lines.entries()) {
      y += paper.write(line, x, y, { bold: index === 0, width: BLOCK });
    }
    return y;
  };
  return Math.max(write("Bill to", billTo, LEFT), write("Ship to", shipTo, LEFT + HALF + GAP));
}

/** The items, over as many pages as they need; each page begins with the names of the columns. */
function writeItems(paper: InvoiceCanvas, items: Invoice["items"], top: number): number {
  let y = writeColumns(paper, top);
  for (const { product, quantity, price, total } of items) {
    const height = paper.measure(product, { width: PRODUCT_WIDTH }) + 12;
    if (y + height > BOTTOM) {
      paper.newPage();
      y = writeColumns(paper, PAPER.margin);
    }
    paper.write(product, LEFT, y + 6, { width: PRODUCT_WIDTH });
    for (const [index, text] of [quantity, price, total].entries()) {
      paper.write(text, COLUMN_ENDS[index + 1] ?? RIGHT, y + 6, { align: "end" });
    }
    y += height;
    paper.rule(y);
  }
  return y;
}

function writeColumns(paper: InvoiceCanvas, y: number): number {
  const [product, ...others] = invoiceColumns;
  paper.write(product, LEFT, y, LABEL);
  for (const [index, name] of others.entries()) {
    paper.write(name, COLUMN_ENDS[index + 1] ?? RIGHT, y, { ...LABEL, align: "end" });
  }
  paper.rule(y + 16);
  return y + 16;
}

/** Totals, payment method and thanks, never torn apart by the end of a page. */
function writeEnd(paper: InvoiceCanvas, { totals, paymentMethod, thanks }: Invoice, top: number): void {
  const height = totals.length * 17 + 60;
  if (top + height > BOTTOM) paper.newPage();
  let y = top + height > BOTTOM ? PAPER.margin : top;
  const labels = LEFT + HALF + GAP;
  paper.write("Payment method", LEFT, y + 4, LABEL);
  paper.write(paymentMethod, LEFT, y + 17, { width: BLOCK });
  for (const [index, { label, value }] of totals.entries()) {
    const isGrand = index === totals.length - 1;
    if (isGrand) paper.rule(y + 1, labels);
    const how: Writing = isGrand ? { size: 11, bold: true } : {};
    const line = isGrand ? y + 8 : y + 4;
    paper.write(label, labels, line, how);
    y = line + paper.write(value, RIGHT, line, { ...how, align: "end" });
  }
  paper.write(thanks, LEFT, y + GAP, { colour: colours.bark });
}
