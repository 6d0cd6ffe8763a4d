import { type Command, CommandRefused, defineCommand } from "#platform/operator/command.ts";
import { listOrdersToPack } from "#shop/parcels/server/index.ts";
import { findDocument, findMonth, findOrder } from "./document-files.ts";
import { listParcelFiles } from "./parcel-files.ts";
import { writePapers } from "./write-papers.ts";

const into = { summary: "the folder for the files; without it the one you are in" };

const pdf = defineCommand({
  noun: "invoices",
  verb: "pdf",
  summary: "Writes invoices and credit notes as PDF files: one, those of an order, or a whole month's.",
  args: [{ name: "document", summary: "its number, or the order", optional: true }],
  options: { month: { summary: "all of this month instead, e.g. 2026-11" }, into },
  examples: [
    "invoices pdf 26-27/000001",
    "invoices pdf TRV-7K3M9Q",
    "invoices pdf --month 2026-11 --into folder",
  ],
  run: async (context, { args, options, folder, confirmed }, report) => {
    const { document } = args;
    const { month } = options;
    if ((document === undefined) === (month === undefined))
      throw new CommandRefused("Say which: the number of a document, an order, or --month 2026-11.");
    const files =
      month === undefined ? await findDocument(context, document ?? "") : await findMonth(context, month);
    if (files.length === 0)
      throw new CommandRefused(
        month === undefined
          ? `${document} has no invoice yet: it is given when it is paid. 'orders print ${document} --invoice' writes a summary.`
          : `No invoice was given in ${month}.`,
      );
    return writePapers(files, { folder, into: options["into"], confirmed }, report);
  },
});

const print = defineCommand({
  noun: "orders",
  verb: "print",
  summary: "Writes what a parcel needs as PDF files: packing slip (A5), address label (A6), invoice.",
  args: [{ name: "orderId", summary: "the order, e.g. TRV-7K3M9Q", optional: true }],
  options: {
    "to-pack": { summary: "all that is paid and not sent instead, in one file of each kind", flag: true },
    slip: { summary: "only the packing slip", flag: true },
    label: { summary: "only the address label", flag: true },
    invoice: { summary: "only the invoice; before it is paid a summary", flag: true },
    into,
  },
  examples: [
    "orders print TRV-7K3M9Q",
    "orders print TRV-7K3M9Q --label",
    "orders print --to-pack --slip --label --into today",
  ],
  run: async (context, { args, options, folder, confirmed }, report) => {
    const { orderId } = args;
    if ((orderId === undefined) === (options["to-pack"] === undefined))
      throw new CommandRefused("Say which: an order, or --to-pack for all that is paid and not sent.");
    const chosen =
      orderId === undefined ? await listOrdersToPack(context.db) : [await findOrder(context, orderId)];
    if (chosen.length === 0) return { message: "No order waits to be packed.", data: { files: [] } };
    const files = await listParcelFiles(context, chosen, options);
    return writePapers(files, { folder, into: options["into"], confirmed }, report);
  },
});

export const paperCommands: Command[] = [pdf, print];
