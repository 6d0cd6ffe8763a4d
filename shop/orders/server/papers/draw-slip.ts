import { colours } from "#contract/colours.ts";
import type { PackingSlip } from "../../packing-papers.ts";
import { createPaper, formats, type PaperCanvas } from "./paper-canvas.ts";
import type { Writing } from "./shaped-text.ts";

const LEFT = 36;
const RIGHT = formats.A5.width - 36;
const TOP = 36;
const BOTTOM = formats.A5.height - 60;
const LABEL: Writing = { size: 8, colour: colours.bark };
const BOX = 11;
const PRODUCT = LEFT + 66;

/** Packing slips as one PDF file, each on paper of its own. */
export function drawSlips(slips: readonly PackingSlip[], date: Date): Promise<Buffer> {
  const [first] = slips;
  const title = slips.length === 1 ? `Packing slip ${first?.orderId}` : "Packing slips";
  const paper = createPaper({ format: "A5", title, author: first?.seller ?? "", date });
  for (const [at, slip] of slips.entries()) {
    if (at > 0) paper.newPage();
    drawSlip(paper, slip);
  }
  return paper.end();
}

function drawSlip(paper: PaperCanvas, slip: PackingSlip): void {
  let y = writeHeader(paper, slip);
  if (slip.heldBack) y += writeHeldBack(paper, slip.heldBack, y) + 14;
  y += paper.write("Ship to", LEFT, y, LABEL) + 3;
  for (const [at, line] of slip.shipTo.entries())
    y += paper.write(line, LEFT, y, { size: 11, bold: at === 0, width: RIGHT - LEFT });
  y = writeItems(paper, slip, y + 18);
  if (slip.notes) {
    y += paper.write("The customer says", LEFT, y + 12, LABEL) + 15;
    y += paper.write(slip.notes, LEFT, y, { width: RIGHT - LEFT });
  }
  writeEnd(paper, slip, y + 18);
}

function writeHeader(paper: PaperCanvas, { seller, facts }: PackingSlip): number {
  paper.rings(LEFT, TOP + 1, 22);
  paper.write(seller, LEFT + 31, TOP - 1, { size: 18, heading: true, colour: colours.walnut });
  paper.write("Packing slip", RIGHT, TOP + 2, {
    size: 13,
    heading: true,
    colour: colours.walnut,
    align: "end",
  });
  let y = TOP + 26;
  for (const { label, value } of facts) {
    paper.write(label, RIGHT - 150, y, LABEL);
    y += paper.write(value, RIGHT, y, { align: "end" });
  }
  paper.rule(y + 8, LEFT, RIGHT);
  return y + 18;
}

function writeHeldBack(paper: PaperCanvas, heldBack: string, y: number): number {
  const how: Writing = { size: 11, bold: true, colour: colours.terracotta, width: RIGHT - LEFT - 20 };
  const height = paper.measure(heldBack, how) + 12;
  paper.box(LEFT, y, RIGHT - LEFT, height, colours.terracotta);
  paper.write(heldBack, LEFT + 10, y + 6, how);
  return height;
}

/** A box to tick for each line, over as many pages as it needs. */
function writeItems(paper: PaperCanvas, { items, orderId }: PackingSlip, top: number): number {
  let y = top;
  paper.rule(y, LEFT, RIGHT);
  for (const { quantity, product } of items) {
    const how: Writing = { size: 10, width: RIGHT - PRODUCT };
    const height = paper.measure(product, how) + 12;
    if (y + height > BOTTOM) {
      paper.newPage();
      paper.write(`Packing slip ${orderId}, continued`, LEFT, TOP, LABEL);
      y = TOP + 20;
    }
    paper.box(LEFT, y + 7, BOX, BOX, colours.bark);
    paper.write(quantity, PRODUCT - 10, y + 6, { size: 10, bold: true, align: "end" });
    paper.write(product, PRODUCT, y + 6, how);
    y += height;
    paper.rule(y, LEFT, RIGHT);
  }
  return y;
}

function writeEnd(paper: PaperCanvas, { pieces, thanks }: PackingSlip, top: number): void {
  const fits = top + 50 <= formats.A5.height - 36;
  if (!fits) paper.newPage();
  const y = fits ? top : TOP;
  paper.write(pieces, LEFT, y, { size: 11, bold: true });
  paper.write(thanks, LEFT, y + 26, { size: 11, heading: true, colour: colours.walnut, width: RIGHT - LEFT });
}
