import type { Invoice } from "../../invoice.ts";
import { A4, LABEL } from "./a4.ts";
import type { PaperCanvas } from "./paper-canvas.ts";
import type { Writing } from "./shaped-text.ts";

const CELL: Writing = { size: 8.5 };
const PADDING = 6;
const QUANTITY_WIDTH = 44;
/** Room for `₹1,00,00,000.00`. */
const AMOUNT_WIDTH = 68;
const NARROW_AMOUNT_WIDTH = 62;

/** The items, over as many pages as they need; each page begins with the names of the columns. */
export function drawItems(paper: PaperCanvas, { columns, items }: Invoice, top: number): number {
  const ends = findColumnEnds(columns.length - 1);
  const productWidth = (ends[0] ?? 0) - QUANTITY_WIDTH - A4.left;
  let y = writeColumns(paper, columns, ends, top);
  for (const { product, hsn, figures } of items) {
    const how = { ...CELL, width: productWidth };
    const height = paper.measure(product, how) + (hsn ? paper.measure(hsn, LABEL) : 0) + 2 * PADDING;
    if (y + height > A4.bottom) {
      paper.newPage();
      y = writeColumns(paper, columns, ends, A4.top);
    }
    const below = y + PADDING + paper.write(product, A4.left, y + PADDING, how);
    if (hsn) paper.write(hsn, A4.left, below, { ...LABEL, size: 7.5 });
    for (const [at, figure] of figures.entries())
      paper.write(figure, ends[at] ?? A4.right, y + PADDING, { ...CELL, align: "end" });
    y += height;
    paper.rule(y, A4.left, A4.right);
  }
  return y;
}

/** Where the columns of figures end; the product begins at the left edge and has what they leave. */
function findColumnEnds(figures: number): number[] {
  const width = figures > 5 ? NARROW_AMOUNT_WIDTH : AMOUNT_WIDTH;
  return Array.from({ length: figures }, (_, at) => A4.right - (figures - 1 - at) * width);
}

function writeColumns(
  paper: PaperCanvas,
  [product = "", ...figures]: readonly string[],
  ends: readonly number[],
  y: number,
): number {
  paper.write(product, A4.left, y, LABEL);
  for (const [at, name] of figures.entries())
    paper.write(name, ends[at] ?? A4.right, y, { ...LABEL, align: "end" });
  paper.rule(y + 16, A4.left, A4.right);
  return y + 16;
}
