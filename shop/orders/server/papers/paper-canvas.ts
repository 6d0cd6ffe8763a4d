import Pdf from "pdfkit";
import { colours, PRINTED_LINE } from "#contract/colours.ts";
import { SHOP_LOCALE } from "#contract/locale.ts";
import { createPen } from "./paper-pen.ts";
import type { Writing } from "./shaped-text.ts";

/** All lengths in points, 72 to the inch. */
export const formats = {
  A4: { width: 595.28, height: 841.89 },
  A5: { width: 419.53, height: 595.28 },
  A6: { width: 297.64, height: 419.53 },
} as const;

export interface PaperHead {
  format: keyof typeof formats;
  title: string;
  author: string;
  /** When it was given; a document of that day says so wherever it is looked at. */
  date: Date;
}

/** Paper with the shop's own letters on it, written from the top down. */
export interface PaperCanvas {
  /** Writes at the top left corner given, and gives the height that took. */
  write(text: string, x: number, y: number, how?: Writing): number;
  /** The height it would take. */
  measure(text: string, how?: Writing): number;
  /** A line from one end to the other. */
  rule(y: number, from: number, to: number): void;
  /** An empty box. */
  box(x: number, y: number, width: number, height: number, colour?: string): void;
  /** The rings of the shop, in a square of this side. */
  rings(x: number, y: number, side: number): void;
  newPage(): void;
  /** Writes something on every page, once all of them are there. */
  onEveryPage(draw: (page: number, pages: number) => void): void;
  /** The finished file. */
  end(): Promise<Buffer>;
}

export function createPaper(head: PaperHead): PaperCanvas {
  const doc = openDocument(head);
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve) => doc.on("end", () => resolve(Buffer.concat(chunks))));
  return {
    ...createPen(doc),
    rule: (y, from, to) => void doc.lineWidth(0.6).moveTo(from, y).lineTo(to, y).stroke(PRINTED_LINE),
    box: (x, y, width, height, colour = PRINTED_LINE) =>
      void doc.lineWidth(0.8).rect(x, y, width, height).stroke(colour),
    rings(x, y, side) {
      doc.lineWidth(side / 14);
      for (const radius of [0.46, 0.3, 0.13])
        doc.circle(x + side / 2, y + side / 2, side * radius).stroke(colours.walnut);
    },
    newPage: () => void doc.addPage(),
    onEveryPage(draw) {
      const { count } = doc.bufferedPageRange();
      for (let page = 0; page < count; page++) {
        doc.switchToPage(page);
        draw(page + 1, count);
      }
    },
    end() {
      doc.end();
      return ended;
    },
  };
}

function openDocument({ format, title, author, date }: PaperHead): PDFKit.PDFDocument {
  const { width, height } = formats[format];
  return new Pdf({
    size: [width, height],
    margin: 0,
    bufferPages: true,
    lang: SHOP_LOCALE,
    displayTitle: true,
    info: {
      Title: title,
      Author: author,
      CreationDate: date,
      ModDate: date,
      Producer: author,
      Creator: author,
    },
    // Fonts come with what is written; otherwise one of the library's own would be loaded first.
    font: null as unknown as string,
  });
}
