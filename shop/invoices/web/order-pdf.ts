import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from "pdf-lib";
import { colours } from "#contract/colours.ts";
import { formatDate } from "#contract/dates.ts";
import { SHOP_LOCALE } from "#contract/locale.ts";
import { formatRupeesGrouped, fromRupees } from "#contract/money.ts";
import { formatPlace } from "#contract/place.ts";
import { wrapWords } from "#contract/text.ts";
import { getCustomerName, getItemTitle, getPaymentMethod, type Order } from "#shop/orders/order.ts";
import { listShipToLines, toLines } from "#shop/documents/recipient.ts";
import { orderFallbacks } from "#shop/orders/status.ts";
import { listTaxRows } from "#shop/pricing/gst.ts";

/* This module creates the PDF of an order in the browser, for backends that cannot (§1, §2.15, D116). It is loaded on
   demand. */

interface OrderPaper {
  shopName: string;
  title: string;
  facts: [string, string][];
  billTo: string[];
  shipTo: string[];
  items: [product: string, quantity: string, price: string, total: string][];
  totals: [string, string][];
  thanks: string;
}

export function describeOrderPaper(order: Order, shopName: string): OrderPaper {
  const { street, city, state, zipCode, country } = order.shippingAddress;
  const taxes = order.taxes ?? [{ ...order, rates: order.taxRates }];
  return {
    shopName,
    // The title is 'Invoice' only if the backend has issued an invoice number (D92).
    title: order.invoiceNumber ? "Invoice" : "Order summary",
    facts: [
      ["Order ID", order.orderId],
      ...(order.invoiceNumber ? [["Invoice number", order.invoiceNumber] as [string, string]] : []),
      ["Date", formatDate(order.invoicedAt ?? order.createdAt) ?? orderFallbacks.date],
      ["Payment method", getPaymentMethod(order)],
      ["Payment status", order.paymentStatus],
    ],
    billTo: toLines(
      getCustomerName(order),
      order.userId.email,
      street,
      formatPlace({ city, state, zipCode }),
      country,
    ),
    shipTo: listShipToLines(order),
    items: order.items.map(({ productId, quantity, price }) => [
      getItemTitle({ productId }),
      String(quantity),
      formatAmount(price),
      formatAmount(price * quantity),
    ]),
    totals: [
      ["Subtotal", formatAmount(order.subtotal)],
      ...(order.shipping === undefined
        ? []
        : [["Shipping", formatAmount(order.shipping)] as [string, string]]),
      ...listTaxRows(taxes).map(([name, amount]): [string, string] => [name, formatAmount(amount)]),
      ["Total amount", formatAmount(order.totalAmount)],
      ["Coupon discount", formatRupeesGrouped(-(fromRupees(order.discount) ?? 0))],
      ["Grand total", formatAmount(order.grandTotal)],
    ],
    thanks: `Thank you for buying from ${shopName}.`,
  };
}

const formatAmount = (inRupees: number): string => formatRupeesGrouped(fromRupees(inRupees) ?? 0);

const WIDTH = 595;
const HEIGHT = 842;
const MARGIN = 48;
const SIZE = 10;
const LINE = 15;
const INK = rgb(0.16, 0.12, 0.1);
const SOFT = rgb(0.42, 0.36, 0.31);
const COLUMNS = [330, 400, 470, WIDTH - MARGIN] as const;

export async function drawOrderPdf(paper: OrderPaper): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(`${paper.title} ${paper.facts[0]?.[1] ?? ""}`);
  pdf.setLanguage(SHOP_LOCALE);
  const pen = await createPen(pdf);

  await pen.write(paper.shopName, { size: 20 });
  pen.move(32);
  await pen.write(paper.title, { size: 14, bold: true });
  pen.move(24);
  for (const [label, value] of paper.facts) {
    await pen.write(label, { soft: true });
    await pen.write(value, { x: 160 });
    pen.move(LINE);
  }
  pen.move(LINE);
  await drawAddresses(pen, paper);
  await drawItems(pen, paper);
  for (const [label, value] of paper.totals) {
    const isLast = label === "Grand total";
    await pen.write(label, { x: 330, bold: isLast });
    await pen.write(value, { endsAt: WIDTH - MARGIN, bold: isLast });
    pen.move(LINE + 1);
  }
  pen.move(LINE * 2);
  await pen.write(paper.thanks, { soft: true });
  return Uint8Array.from(await pdf.save());
}

type Pen = Awaited<ReturnType<typeof createPen>>;

async function drawAddresses(pen: Pen, { billTo, shipTo }: OrderPaper): Promise<void> {
  const half = (WIDTH - 2 * MARGIN) / 2;
  const columns = [billTo, shipTo].map((lines) => lines.flatMap((line) => pen.wrap(line, half - 16)));
  await pen.write("Bill to", { soft: true });
  await pen.write("Ship to", { soft: true, x: MARGIN + half });
  pen.move(LINE);
  for (let row = 0; row < Math.max(...columns.map(({ length }) => length)); row++) {
    for (const [place, lines] of columns.entries())
      await pen.write(lines[row] ?? "", { x: MARGIN + place * half });
    pen.move(LINE);
  }
  pen.move(LINE);
}

async function drawItems(pen: Pen, { items }: OrderPaper): Promise<void> {
  await pen.write("Product", { soft: true });
  for (const [place, title] of ["Quantity", "Price", "Total"].entries())
    await pen.write(title, { soft: true, endsAt: COLUMNS[place + 1] ?? 0 });
  pen.rule();
  for (const [product, ...numbers] of items) {
    const [first = "", ...continuation] = pen.wrap(product, COLUMNS[0] - MARGIN);
    await pen.write(first);
    for (const [place, number] of numbers.entries()) {
      await pen.write(number, { endsAt: COLUMNS[place + 1] ?? 0 });
    }
    pen.move(LINE);
    for (const line of continuation) {
      await pen.write(line);
      pen.move(LINE);
    }
  }
  pen.rule();
}

interface TextOptions {
  x?: number;
  /** If set, the text ends at this x position. */
  endsAt?: number;
  size?: number;
  bold?: boolean;
  soft?: boolean;
}

async function createPen(pdf: PDFDocument) {
  const regular = await pdf.embedFont(StandardFonts.Helvetica);
  const strong = await pdf.embedFont(StandardFonts.HelveticaBold);
  let page: PDFPage = pdf.addPage([WIDTH, HEIGHT]);
  let y = HEIGHT - MARGIN - 20;
  const move = (distance: number) => {
    y -= distance;
    if (y > MARGIN) return;
    page = pdf.addPage([WIDTH, HEIGHT]);
    y = HEIGHT - MARGIN - SIZE;
  };
  const measure = (text: string, font: PDFFont, size: number): number =>
    splitRuns(text, font).reduce((width, run) => width + measureRun(run, font, size), 0);

  return {
    move,
    rule() {
      move(6);
      page.drawLine({ start: { x: MARGIN, y }, end: { x: WIDTH - MARGIN, y }, thickness: 0.5, color: SOFT });
      move(LINE + 3);
    },
    wrap: (text: string, width: number): string[] =>
      wrapWords(text, (line) => measure(line, regular, SIZE) <= width),
    async write(
      text: string,
      { x = MARGIN, endsAt, size = SIZE, bold = false, soft = false }: TextOptions = {},
    ): Promise<void> {
      const font = bold ? strong : regular;
      const color = soft ? SOFT : INK;
      let at = endsAt === undefined ? x : endsAt - measure(text, font, size);
      for (const run of splitRuns(text, font)) {
        if (run.kind === "text") page.drawText(run.text, { x: at, y, size, font, color });
        else if (run.kind === "sign")
          page.drawSvgPath(signs.get(run.text) ?? "", {
            x: at + size * 0.04,
            y: y + size * 0.7,
            scale: size / 1000,
            borderColor: color,
            borderWidth: bold ? 95 : 70,
          });
        else await drawLetters(pdf, page, run.text, { x: at, y, size });
        at += measureRun(run, font, size);
      }
    },
  };
}

interface TextRun {
  /** A `sign` is a rupee or minus sign. `letters` are not in the PDF fonts, for example Indian scripts. */
  kind: "text" | "sign" | "letters";
  text: string;
}

/** The standard PDF fonts do not have these signs, so draw them as SVG paths in a square of 1000 units. */
const signs = new Map([
  ["₹", "M0 35H480M0 205H480M0 35H170C420 35 420 370 170 370H0L340 700"],
  ["−", "M0 440H480"],
]);
const SIGN_WIDTH = 0.56;

function splitRuns(text: string, font: PDFFont): TextRun[] {
  return text
    .split(/([₹−])/)
    .filter(Boolean)
    .map((part) => ({
      text: part,
      kind: signs.has(part) ? "sign" : hasLetters(font, part) ? "text" : "letters",
    }));
}

const characterSets = new WeakMap<PDFFont, ReadonlySet<number>>();

function hasLetters(font: PDFFont, text: string): boolean {
  const letters = characterSets.get(font) ?? new Set(font.getCharacterSet());
  characterSets.set(font, letters);
  for (const letter of text) if (!letters.has(letter.codePointAt(0) ?? 0)) return false;
  return true;
}

const measureRun = ({ kind, text }: TextRun, font: PDFFont, size: number): number => {
  if (kind === "text") return font.widthOfTextAtSize(text, size);
  if (kind === "sign") return SIGN_WIDTH * size;
  return (createBrush(text)?.width ?? 0) * (size / BRUSH_SIZE);
};

/** The font size in px of letters that the PDF fonts lack. A canvas draws them, large enough to be sharp in print. */
const BRUSH_SIZE = 64;

function createBrush(text: string) {
  const canvas = document.createElement("canvas");
  const brush = canvas.getContext("2d");
  if (!brush) return null;
  brush.font = `${BRUSH_SIZE}px sans-serif`;
  return { canvas, brush, width: Math.ceil(brush.measureText(text).width) };
}

async function drawLetters(
  pdf: PDFDocument,
  page: PDFPage,
  text: string,
  { x, y, size }: { x: number; y: number; size: number },
): Promise<void> {
  const madeBrush = createBrush(text);
  if (!madeBrush || madeBrush.width === 0) return;
  const { canvas, brush, width } = madeBrush;
  [canvas.width, canvas.height] = [width, BRUSH_SIZE * 1.5];
  brush.font = `${BRUSH_SIZE}px sans-serif`;
  brush.fillStyle = colours.ink;
  brush.fillText(text, 0, BRUSH_SIZE);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) return;
  const image = await pdf.embedPng(await blob.arrayBuffer());
  const scale = size / BRUSH_SIZE;
  page.drawImage(image, { x, y: y - size * 0.5, width: width * scale, height: canvas.height * scale });
}
