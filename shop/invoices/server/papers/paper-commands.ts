import path from "node:path";
import { describeWait } from "#shop/orders/gift.ts";
import { getBranding } from "#shop/brand/server/index.ts";
import type { Context } from "#platform/context.ts";
import { toPaperName } from "../../paper-names.ts";
import { type ChallanRow, findIssued, listChallans } from "#shop/documents/server/index.ts";
import { getOrder, type OrderRow } from "#shop/orders/server/index.ts";
import {
  type CommandInput,
  CommandRefused,
  type CommandResult,
  type ReportProgress,
  requireConfirmation,
  defineCommand,
  forPackers,
} from "#platform/operator/command.ts";
import { parseMonth, parsePieces, parsePosition } from "#platform/operator/command-values.ts";
import { createFolder, writeOrRefuse } from "#platform/operator/written-files.ts";
import { buildChallan } from "./challan.ts";
import { findCancelled, findInvoices, findIssuedIn, type FoundInvoice } from "./find-invoices.ts";
import { withAllCopies, type Invoice } from "./invoice.ts";
import { buildAddressLabel, buildGiftCard, buildPackingSlip, type Parcel } from "./packing-papers.ts";
import { findProducts, findWithoutWood, markWithoutWood } from "#shop/catalogue/server/index.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { awaitsCash, getSumToCollect } from "#shop/orders/status.ts";
import { wasPaid } from "#shop/payments/payment.ts";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { formatCount, joinFirst } from "#contract/text.ts";
import { drawPaper, type PaperJob, findMissingLetters } from "./draw-paper.ts";
import {
  findParcelsOf,
  findPieces,
  listParcelsToPack,
  measureParcel,
  type ParcelToPack,
} from "#shop/parcels/server/index.ts";

/** Returns the document with this number, or all documents of an order. @throws CommandRefused if nothing is found */
async function findDocument(context: Context, value: string): Promise<PaperFile[]> {
  const number = value.trim().toUpperCase();
  const { challan, cancelled, invoice } = await findIssued(context.db, number);
  if (challan) {
    const files = toChallanFiles(await getOrder(context.db, challan.orderId), [challan]);
    return files.map((file) => ({ ...file, name: `${toPaperName(number)}.pdf` }));
  }
  if (cancelled) return (await findCancelled(context, [cancelled])).map(toIssuedFile);
  const order = await getOrder(context.db, invoice?.orderId ?? value);
  return (await findInvoices(context, order))
    .filter(({ row }) => !invoice || row?.number === number)
    .map(toIssuedFile);
}

const toChallanFiles = (order: OrderRow, challans: readonly ChallanRow[]): PaperFile[] =>
  challans.map((row) => {
    const content = buildChallan(row, order);
    return { name: content.fileName, job: { kind: "challan" as const, content, date: row.issuedAt } };
  });

const toIssuedFile = (paper: FoundInvoice): PaperFile =>
  toInvoiceFile(paper.row ? `${toPaperName(paper.row.number)}.pdf` : paper.content.fileName, paper);

const toInvoiceFile = (name: string, { content, date }: FoundInvoice): PaperFile => ({
  name,
  job: { kind: "invoice", content, date },
});

async function listParcelFiles(
  context: Context,
  chosen: readonly ParcelToPack[],
  options: Options,
): Promise<PaperFile[]> {
  const isWanted = (kind: string) => isAllWanted(options) || options[kind] !== undefined;
  const date = context.now();
  const parcels = await findParcels(context, chosen);
  const [slips, labels] = [parcels.map(buildPackingSlip), parcels.map(buildAddressLabel)];
  if (options["together"] !== undefined) {
    const content = parcels.map((parcel) => ({
      slip: buildPackingSlip(parcel),
      label: buildAddressLabel(parcel),
    }));
    return [{ name: "parcels.pdf", job: { kind: "parcels", content, date } }];
  }
  const cards = parcels.map(buildGiftCard).filter((card) => card !== null);
  const toName = (papers: readonly { fileName: string }[], name: string) =>
    papers.length === 1 ? (papers[0]?.fileName ?? name) : name;
  const files: PaperFile[] = [];
  if (isWanted("slip"))
    files.push({ name: toName(slips, "packing-slips.pdf"), job: { kind: "slips", content: slips, date } });
  if (isWanted("card") && cards.length > 0)
    files.push({ name: toName(cards, "gift-cards.pdf"), job: { kind: "cards", content: cards, date } });
  if (isWanted("label"))
    files.push({
      name: toName(labels, "address-labels.pdf"),
      job: { kind: "labels", content: labels, date },
    });
  if (isWanted("challan"))
    for (const { order } of chosen.filter(({ replacedSince }) => replacedSince !== null))
      files.push(...toChallanFiles(order, await listChallans(context.db, order.id)));
  if (!isAllWanted(options)) return files;
  // A replacement is sent with a challan, without an invoice.
  const withInvoice = chosen.filter(({ replacedSince }) => replacedSince === null);
  const sold = [...new Map(withInvoice.map(({ order }) => [order.id, order])).values()];
  for (const [invoice] of await Promise.all(sold.map((order) => findInvoices(context, order))))
    if (invoice) files.push(toInvoiceFile(invoice.content.fileName, invoice));
  return files;
}

const isAllWanted = (options: Options): boolean =>
  ["slip", "card", "label", "challan"].every((kind) => options[kind] === undefined);

async function findParcels(context: Context, chosen: readonly ParcelToPack[]): Promise<Parcel[]> {
  const allLines = chosen.flatMap(({ lines }) => lines);
  const productIds = allLines.map(({ productId }) => productId);
  const products = await findProducts(context, productIds);
  const pieces = await findPieces(context.db, allLines);
  const withoutWood = await findWithoutWood(context, allLines);
  const seller = findSeller(context);
  return chosen.map(({ order, lines, position, replacedSince }) => ({
    orderId: order.orderId,
    orderedAt: order.createdAt,
    seller,
    contact: order.contact,
    shippingAddress: order.shippingAddress,
    lines: lines.map((line) => ({ ...line, care: products.get(line.productId)?.care })),
    ...markWithoutWood(lines, withoutWood),
    notes: order.notes,
    notBefore: describeWait(order),
    gift: order.gift,
    weight: measureParcel(lines, pieces).weight,
    toCollect: getSumToCollect(order),
    position,
    isReplacement: replacedSince !== null,
    heldBack: replacedSince === null ? findReasonToHold(order) : findRefundedReason(order),
  }));
}

function findReasonToHold(order: OrderRow): string | null {
  const { status, paymentStatus, payable, cancellationStatus } = order;
  if (status === "Cancelled") return "This order is cancelled. Do not send it.";
  if (awaitsCash(order) && status === "Pending") return "This order is not confirmed yet. Do not send it.";
  if (!wasPaid(paymentStatus) && !awaitsCash(order) && payable > 0)
    return "This order is not paid. Do not send it.";
  return (
    findRefundedReason(order) ??
    (cancellationStatus === "Pending"
      ? "The customer has asked to cancel this order. Answer the request first."
      : null)
  );
}

const findRefundedReason = ({ payable, refundAmount }: OrderRow): string | null =>
  payable > 0 && refundAmount === payable ? "This order is being refunded. Do not send it." : null;

type Options = Readonly<Record<string, string | undefined>>;

interface PaperFile {
  name: string;
  job: PaperJob;
}

export interface WrittenPapers {
  folder: string;
  files: string[];
  unprinted: Awaited<ReturnType<typeof listUnprinted>>;
}

const SHOWN = 5;

/**
 * Writes documents as files. @throws ConfirmationRequired before overwriting files
 * @throws CommandRefused if a file cannot be written
 */
async function writePapers(
  context: Context,
  files: readonly PaperFile[],
  { folder, options, confirmed }: CommandInput,
  report: ReportProgress = () => {},
): Promise<CommandResult<WrittenPapers>> {
  const face = getBranding(context);
  const target = path.resolve(folder, options["into"] ?? ".");
  const existing = files.filter(({ name }) => existsSync(path.join(target, name)));
  if (existing.length > 0) requireConfirmation({ confirmed }, askToReplace(existing, target));
  await createFolder(target);
  for (const [writtenCount, { name, job }] of files.entries()) {
    report("Drawing", writtenCount, files.length);
    const copied =
      job.kind === "invoice" && options["copies"] ? { ...job, content: withAllCopies(job.content) } : job;
    const content = await drawPaper({ ...copied, face });
    await writeOrRefuse(target, () => writeFile(path.join(target, name), content));
  }
  const names = files.map(({ name }) => name);
  const paths = names.map((name) => path.join(target, name));
  const unprinted = await listUnprinted(files.map(({ job }) => job));
  return {
    title:
      paths.length <= SHOWN
        ? `Written: ${paths.join(", ")}`
        : `${formatCount(paths.length, "file")} written to ${target}.`,
    ...(unprinted.length > 0 && {
      message: describeUnprinted(unprinted).join("\n"),
      attention: true as const,
    }),
    data: { folder: target, files: names, unprinted },
  };
}

function askToReplace(existing: readonly PaperFile[], target: string): string {
  const names = joinFirst(existing.map(({ name }) => name));
  return `${names} ${existing.length === 1 ? "is" : "are"} in ${target} already. Replace?`;
}

export const copies = {
  summary: "print the invoice in three copies: for the recipient, the transporter and you",
  flag: true,
} as const;

export const into = {
  summary: "the folder for the files; by default the current folder",
  kind: "folder" as const,
};

export async function writeInvoices(
  context: Context,
  input: CommandInput,
  report?: ReportProgress,
): Promise<CommandResult<WrittenPapers>> {
  const { document } = input.args;
  const { month } = input.options;
  if ((document === undefined) === (month === undefined))
    throw new CommandRefused("Enter either a document or an order number, or a month, for example 2026-11.");
  const files =
    month === undefined
      ? await findDocument(context, document ?? "")
      : (await findIssuedIn(context, parseMonth(month))).map(toIssuedFile);
  if (files.length === 0) throw new CommandRefused(`No invoices were issued in ${month}.`);
  return writePapers(context, files, input, report);
}

export const printCommand = defineCommand({
  noun: "orders",
  verb: "print",
  reads: true,
  summary:
    "Makes the papers of a parcel as PDF files: packing slip (A5), gift card and address label (A6), and invoice.",
  args: [{ name: "orderId", summary: "the order, e.g. TRV-7K3M9Q", optional: true, forPacker: true }],
  options: {
    ...forPackers({
      orders: { summary: "several orders, e.g. TRV-7K3M9Q TRV-9Q7K3M", kind: "order", many: true },
      "to-pack": { summary: "all orders to pack, in one file for each kind of paper", flag: true },
      slip: { summary: "only the packing slip", flag: true },
      label: { summary: "only the address label", flag: true },
      card: { summary: "only the gift card", flag: true },
      together: { summary: "slip and label of each parcel on one sheet of A4, in one file", flag: true },
      line: { summary: "for a parcel with only these pieces, e.g. teak-tray:1", kind: "pieces", many: true },
      parcel: { summary: "the parcel's number if there are several, e.g. 2", kind: "position" },
      into,
    }),
    challan: { summary: "only the delivery challan of a replacement", flag: true },
    copies,
  },
  examples: [
    "orders print TRV-7K3M9Q --slip --line teak-tray:1",
    "orders print --to-pack --slip --label --into today",
    "orders print --orders TRV-7K3M9Q TRV-9Q7K3M --together",
  ],
  forPacker: ({ data: _data, ...data }) => data,
  run: async (context, input, report) => {
    const { args, options, role } = input;
    const chosen = await findChosen(context, args["orderId"], options);
    if (chosen.length === 0) return { message: "No orders are ready to pack.", data: { files: [] } };
    const papers = role === "packer" && isAllWanted(options) ? PACKERS_PAPERS : options;
    const files = await listParcelFiles(context, chosen, papers);
    if (files.length === 0)
      return {
        message: options["challan"]
          ? "There is no delivery challan to print."
          : "There is no gift card to print.",
        data: { files: [] },
      };
    const result = await writePapers(context, files, input, report);
    const replaced = chosen.filter(({ replacedSince }) => replacedSince !== null);
    if (role !== "packer" || replaced.length === 0) return result;
    const orderIds = replaced.map(({ order }) => order.orderId).join(", ");
    const advice = `Ask the owner for the delivery challan of ${orderIds}.`;
    return { ...result, message: [result.message ?? "", advice].filter(Boolean).join("\n") };
  },
});

const PACKERS_PAPERS = { slip: "on", label: "on", card: "on" };

async function findChosen(
  { db }: Context,
  orderId: string | undefined,
  options: Options,
): Promise<ParcelToPack[]> {
  const { orders: several, "to-pack": toPack } = options;
  if ([orderId, several, toPack].filter((option) => option !== undefined).length !== 1)
    throw new CommandRefused("Choose one: an order, several orders, or all orders to pack.");
  const selection = { pieces: parsePieces(options["line"]), position: parsePosition(options["parcel"]) };
  if (orderId === undefined && (selection.pieces ?? selection.position) !== null)
    throw new CommandRefused(
      "You can choose pieces or a parcel only for a single order. Choose one order, or no pieces and no parcel.",
    );
  if (toPack !== undefined) return listParcelsToPack(db);
  const orders: OrderRow[] = [];
  for (const id of orderId === undefined ? (several ?? "").split("\n") : [orderId])
    orders.push(await getOrder(db, id));
  return findParcelsOf(db, orders, selection);
}

/** Finds the characters of documents that no font contains. They would be printed as empty boxes. */
async function listUnprinted(jobs: readonly PaperJob[]) {
  const fields = jobs.flatMap(listFields).filter(({ text }) => NOT_LATIN_1.test(text));
  if (fields.length === 0) return [];
  const missing = await findMissingLetters(fields.map(({ text }) => text));
  const matches = fields.flatMap((field, at) => {
    const letters = missing[at] ?? "";
    return letters === "" ? [] : [{ ...field, letters }];
  });
  return [...Map.groupBy(matches, ({ orderId, letters }) => `${orderId} ${letters}`).values()].flatMap(
    (alike) => {
      const [first] = alike;
      if (!first) return [];
      const { orderId, letters } = first;
      return [{ orderId, letters, fields: [...new Set(alike.map(({ field }) => field))] }];
    },
  );
}

/** Matches characters that a font may lack. The fonts are only loaded if a text contains such a character. */
const NOT_LATIN_1 = /[^\0-\u{FF}₹×·–—‘’“”…]/u;

const describeUnprinted = (unprinted: Awaited<ReturnType<typeof listUnprinted>>): string[] =>
  unprinted.length === 0
    ? []
    : [
        ...unprinted.map(
          ({ orderId, letters, fields }) =>
            `${orderId}: these letters cannot be printed: ${letters} (${fields.join(", ")}).`,
        ),
        "The papers show an empty box for each of these letters. Write the letters by hand, or ask the customer to write in Latin letters.",
      ];

interface Field {
  orderId: string;
  field: string;
  text: string;
}

function listFields({ kind, content }: PaperJob): Field[] {
  if (kind === "invoice" || kind === "challan") return listFieldsOf(findOrderId(content), content);
  const papers: readonly { orderId: string }[] =
    kind === "parcels" ? content.flatMap(({ slip, label }) => [label, slip]) : content;
  return papers.flatMap((paper) => listFieldsOf(paper.orderId, paper));
}

/** The parts of a document that contain entered texts, each with its name in messages to the owner. */
const fieldNames: Readonly<Record<string, string>> = {
  billTo: "bill to",
  shipTo: "ship to",
  consignee: "ship to",
  items: "products",
  seller: "sender",
  notes: "notes",
  text: "card",
  name: "name",
  street: "street",
  place: "city and state",
  pin: "PIN",
  sender: "sender",
};

const listFieldsOf = (orderId: string, content: object): Field[] =>
  Object.entries(content).flatMap(([name, value]) => {
    const field = fieldNames[name];
    return field === undefined ? [] : collectTexts(value).map((text) => ({ orderId, field, text }));
  });

const collectTexts = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(value as object).flatMap(collectTexts);

const findOrderId = ({ facts }: Pick<Invoice, "facts">): string =>
  facts.find(({ label }) => label === "Order ID")?.value ?? "";
