import type { Context } from "#platform/context.ts";
import { buildAddressLabel, buildPackingSlip } from "../../packing-papers.ts";
import type { OrderRow } from "#shop/orders/server/index.ts";
import { findInvoices } from "./find-invoices.ts";
import { findParcels } from "./find-parcels.ts";
import type { PaperFile } from "./write-papers.ts";

/** What was asked for, all three where nothing was; of several orders the slips are one file, and the labels. */
export async function listParcelFiles(
  context: Context,
  chosen: readonly OrderRow[],
  options: Readonly<Record<string, string | undefined>>,
): Promise<PaperFile[]> {
  const isAll = ["slip", "label", "invoice"].every((kind) => options[kind] === undefined);
  const isWanted = (kind: string) => isAll || options[kind] !== undefined;
  const date = context.now();
  const parcels = await findParcels(context, chosen);
  const [slips, labels] = [parcels.map(buildPackingSlip), parcels.map(buildAddressLabel)];
  const toName = (papers: readonly { fileName: string }[], name: string) =>
    papers.length === 1 ? (papers[0]?.fileName ?? name) : name;
  const invoices = isWanted("invoice")
    ? (await Promise.all(chosen.map((order) => findInvoices(context, order)))).flatMap(
        ([first]) => first ?? [],
      )
    : [];
  return [
    ...(isWanted("slip")
      ? [{ name: toName(slips, "packing-slips.pdf"), job: { kind: "slips" as const, content: slips, date } }]
      : []),
    ...(isWanted("label")
      ? [
          {
            name: toName(labels, "address-labels.pdf"),
            job: { kind: "labels" as const, content: labels, date },
          },
        ]
      : []),
    ...invoices.map(({ content, date: givenAt }) => ({
      name: content.fileName,
      job: { kind: "invoice" as const, content, date: givenAt },
    })),
  ];
}
