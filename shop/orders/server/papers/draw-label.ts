import { colours } from "#contract/colours.ts";
import type { AddressLabel } from "../../packing-papers.ts";
import { createPaper, formats, type PaperCanvas } from "./paper-canvas.ts";
import type { Writing } from "./shaped-text.ts";

const EDGE = 20;
const RIGHT = formats.A6.width - EDGE;
const WIDTH = RIGHT - EDGE;
const FOOT = formats.A6.height - 112;
const SMALL: Writing = { size: 8, colour: colours.bark, width: WIDTH };

/** Address labels as one PDF file, each on paper of its own. */
export function drawLabels(labels: readonly AddressLabel[], date: Date): Promise<Buffer> {
  const [first] = labels;
  const title = labels.length === 1 ? `Address label ${first?.orderId}` : "Address labels";
  const paper = createPaper({ format: "A6", title, author: first?.sender[0] ?? "", date });
  for (const [at, label] of labels.entries()) {
    if (at > 0) paper.newPage();
    drawLabel(paper, label);
  }
  return paper.end();
}

/** To whom, as large as it may be; from whom, small and below. */
function drawLabel(paper: PaperCanvas, label: AddressLabel): void {
  paper.box(EDGE / 2, EDGE / 2, formats.A6.width - EDGE, formats.A6.height - EDGE, colours.bark);
  let y = EDGE;
  if (label.heldBack)
    y +=
      paper.write(label.heldBack, EDGE, y, {
        size: 12,
        bold: true,
        colour: colours.terracotta,
        width: WIDTH,
      }) + 4;
  y += paper.write("To", EDGE, y, SMALL) + 2;
  y = writeAddress(paper, label, y);
  paper.write(label.pin, EDGE, Math.min(y + 6, FOOT - 66), { size: 34, bold: true, spacing: 0.08 });
  if (label.phone) paper.write(`Phone ${label.phone}`, EDGE, FOOT - 18, { size: 11, bold: true });
  paper.rule(FOOT, EDGE, RIGHT);
  writeFoot(paper, label);
}

/** In the largest letters in which all of it has room. */
function writeAddress(paper: PaperCanvas, { name, street, place }: AddressLabel, top: number): number {
  const sizes = [19, 17, 15, 13, 11, 9, 8];
  const toLines = (size: number): [string, Writing][] => [
    [name, { size: size + 2, bold: true, width: WIDTH }],
    [street, { size, width: WIDTH }],
    [place, { size, width: WIDTH }],
  ];
  const measure = (size: number) =>
    toLines(size).reduce((sum, [text, how]) => sum + paper.measure(text, how), 0);
  const size = sizes.find((each) => top + measure(each) <= FOOT - 72) ?? 8;
  let y = top;
  for (const [text, how] of toLines(size)) y += paper.write(text, EDGE, y, how);
  return y;
}

function writeFoot(paper: PaperCanvas, { orderId, sender }: AddressLabel): void {
  let y = FOOT + 8;
  paper.write("If undelivered, return to", EDGE, y, SMALL);
  y += paper.write(orderId, RIGHT, y, { size: 11, bold: true, align: "end" }) + 2;
  for (const line of sender) y += paper.write(line, EDGE, y, SMALL);
}
