import { eq } from "drizzle-orm";
import { deskLinks } from "#contract/desk-links.ts";
import { omitAbsent } from "#contract/read.ts";
import { formatCount } from "#contract/text.ts";
import type { Finding } from "#platform/checks/finding.ts";
import type { Context } from "#platform/context.ts";
import { toRevision } from "#platform/operator/command.ts";
import { toTable } from "#platform/operator/result-table.ts";
import { findSeller, sharedDeclarations } from "#shop/seller/server/index.ts";
import { completeDeclarations, listMissingDeclarations } from "../../declarations.ts";
import {
  changeContent,
  defineContentCommand,
  mergeValues,
  parsePart,
  requireSeller,
} from "../content/change-content.ts";
import { product } from "../tables.ts";
import { getSharedDeclarations } from "./find-products.ts";
import { texts } from "./add-product.ts";
import { limitFindings } from "./without-hsn.ts";

export const declarationsCommand = defineContentCommand({
  noun: "declarations",
  verb: "",
  part: ({ seller }) => seller?.goods ?? {},
  summary: "Shows or changes the declarations that the law requires, for all products without their own.",
  args: [],
  options: {
    origin: { ...texts.origin, summary: "the country of origin, e.g. India; or none" },
    pieces: {
      ...texts.pieces,
      summary: "the net quantity: the number of pieces that are sold as one, usually 1; or none",
    },
    manufacturer: {
      ...texts.manufacturer,
      summary: "the name and address of the manufacturer; none if you, the seller, make the products",
    },
    finish: texts.finish,
  },
  examples: [
    "declarations",
    "declarations --origin India --pieces 1",
    'declarations --manufacturer "Taru Crafts, 4 Mill Lane, Surat, Gujarat 395002" --finish "Food-safe mineral oil"',
  ],
  show: formatDeclarations,
  async change(context, { options }) {
    await changeContent(context, (content) => {
      const seller = requireSeller(content);
      const current = { ...seller.goods, pieces: seller.goods?.pieces?.toString() };
      const values = mergeValues(current, options);
      const names = Object.fromEntries(Object.keys(values).map((name) => [name, name]));
      return { ...content, seller: { ...seller, goods: parsePart(sharedDeclarations, values, names) } };
    });
    return formatDeclarations(context);
  },
});

async function formatDeclarations(context: Context) {
  const shared = getSharedDeclarations(context);
  const completed = completeDeclarations({}, shared, findSeller(context));
  const missing = await listUndeclared(context);
  return {
    facts: {
      "country of origin": completed.origin ?? "none",
      "net quantity": completed.pieces ?? "none",
      manufacturer: completed.manufacturer ?? "none",
      finish: completed.finish ?? "none",
    },
    ...toTable(missing.slice(0, MAX_ROWS), ["id", "lacks"], { id: "Product" }),
    message:
      missing.length === 0 ? "All products in the shop have the declarations that the law requires." : "",
    data: { shared, shown: completed, missing, revision: toRevision(shared) },
  };
}

const MAX_ROWS = 200;

async function listUndeclared(context: Context): Promise<{ id: string; lacks: string[] }[]> {
  const { id, netWeight, finish, origin, pieces, manufacturer } = product;
  const rows = await context.db
    .select({ id, netWeight, finish, origin, pieces, manufacturer })
    .from(product)
    .where(eq(product.hidden, false))
    .orderBy(id);
  const [shared, seller] = [getSharedDeclarations(context), findSeller(context)];
  return rows.flatMap(({ id: name, ...declarations }) => {
    const missing = listMissingDeclarations(completeDeclarations(omitAbsent(declarations), shared, seller));
    return missing.length > 0 ? [{ id: name, lacks: missing }] : [];
  });
}

export async function checkDeclarations(context: Context): Promise<Finding[]> {
  const findings = (await listUndeclared(context)).map(({ id, lacks }) => ({
    about: id,
    what: `the page of the product does not show what the law requires: ${lacks.join(", ")}`,
    remedy: "Enter the missing details for this product, or once for all products",
    screen: deskLinks.product(id),
  }));
  return limitFindings(findings, (remaining) => ({
    about: "declarations",
    what: `${formatCount(remaining, "more product")} ${remaining === 1 ? "lacks" : "lack"} details that the law requires`,
    remedy: "Enter the missing details once for all products",
    screen: deskLinks.form("declarations"),
  }));
}
