import { links } from "#contract/links.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import type { Context } from "#platform/context.ts";
import { listUndoable, toChangesTable } from "#platform/operator/undo.ts";
import { CommandRefused, defineCommand } from "#platform/operator/command.ts";
import { calculateAvailable } from "#shop/inventory/server/index.ts";
import { getRate } from "#shop/pricing/server/index.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { productDetails } from "../../command-results.ts";
import { completeDeclarations } from "../../declarations.ts";
import { catalogueChange } from "../catalogue-changes.ts";
import { readWrittenProducts } from "../import/stored-products.ts";
import type { WrittenProduct } from "../owner-folder/product-file.ts";
import { getSharedDeclarations } from "./find-products.ts";
import { findHrefs, readRows } from "./list-command.ts";
import { formatMissingProduct, productArgument } from "./product-commands.ts";
import { describeRate } from "./without-hsn.ts";

const MAX_CHANGES = 20;

export const showDetailsCommand = defineCommand({
  ...productDetails,
  reads: true,
  summary: "Shows a product with all its values, pictures and recent changes.",
  args: [productArgument],
  options: {},
  examples: ["products details teak-tissue-box"],
  async run(context, { args: { id = "" } }) {
    const details = await readDetails(context, id);
    if (!details) throw new CommandRefused(formatMissingProduct(id));
    const { entered, images, changes, ...fields } = details;
    return {
      title: fields.title,
      facts: {
        price: formatRupeesGrouped(fields.price),
        "including GST": formatRupeesGrouped(fields.inclusivePrice),
        GST: describeRate(context, { id, hsn: fields.hsn }),
        "struck through":
          fields.originalPrice > fields.price ? formatRupeesGrouped(fields.originalPrice) : "nothing",
        pieces: fields.onHand ?? "made to order",
        "in open orders": fields.reserved,
        "can be ordered": calculateAvailable(fields) ?? "made to order",
        "in the shop": fields.hidden ? (fields.listed ? "hidden by you" : "no, removed") : "yes",
        ...Object.fromEntries(shownTexts.map((name) => [name, formatText(entered[name])])),
        pictures: images.map(({ name }) => name).join(", "),
      },
      ...toChangesTable(changes),
      message: changes.length === 0 ? "" : "To undo a change, use 'undo' with its number.",
      data: details,
    };
  },
});

const shownTexts = ["category", "subcategory", "collection", "materials", "description", "hsn", "shelf"];

const formatText = (value: unknown): string =>
  Array.isArray(value) ? value.join(", ") : typeof value === "string" ? value : "none";

async function readDetails(context: Context, id: string) {
  const stored = (await readWrittenProducts(context.db, [id])).get(id);
  const [row] = await readRows(context, [id]);
  if (!stored || !row) return null;
  const changes = await listUndoable(context, [catalogueChange], MAX_CHANGES, { products: [{ id }] });
  return {
    ...row,
    entered: stored,
    shared: completeDeclarations({}, getSharedDeclarations(context), findSeller(context)),
    gstRate: getRate(context, row),
    images: await findImages(context, stored),
    changes,
    address: new URL(links.product(id), context.config.publicUrl).href,
  };
}

async function findImages({ db }: Context, { images, alt }: WrittenProduct) {
  const names = (images ?? []) as string[];
  const findHref = await findHrefs(db, names);
  return names.map((name, at) => {
    const text = (alt as string[] | undefined)?.[at] || null;
    return { name, alt: text, href: findHref(name) };
  });
}
