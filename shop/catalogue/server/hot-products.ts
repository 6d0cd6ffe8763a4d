import { isReading } from "#contract/command-data.ts";
import { links } from "#contract/links.ts";
import type { Context } from "#platform/context.ts";
import {
  type Command,
  defineCommand,
  CommandRefused,
  toRevision,
  UsageError,
} from "#platform/operator/command.ts";
import { hotTiles } from "../subcategories.ts";
import type { HomeContentFiles } from "./owner-folder/home-content-files.ts";
import { findProductSummary } from "./products/find-products.ts";
import { formatMissingProduct } from "./products/product-commands.ts";
import { changeByHand } from "./catalogue-changes.ts";
import { refreshSnapshot, getSnapshot } from "./snapshot/snapshot.ts";
import { hotTileList } from "../command-results.ts";

export const hotProductsCommand: Command = defineCommand({
  ...hotTileList,
  reads: "alone",
  summary:
    "Shows or changes the six Hot Products tiles. Each opens a product, or the list of its product type.",
  // Each tile has its own revision, so that changes of different tiles do not conflict.
  async revision(context, { args }) {
    await refreshSnapshot(context);
    return toTileRevision(context, Number(args["tile"]));
  },
  preview: "rehearse",
  args: [
    {
      name: "tile",
      summary: "the number of the tile, as in /product-1 to /product-6",
      choices: hotTiles.map((_, at) => String(at + 1)),
      optional: true,
    },
    {
      name: "product",
      summary: "the product that the tile opens, as in its URL; or none",
      kind: "product",
      or: ["none"],
      optional: true,
    },
  ],
  options: { name: { summary: "the new name of the tile" } },
  examples: [
    "hot-products",
    "hot-products 1 mango-salad-bowl-large",
    'hot-products 3 teak-tissue-box --name "Tissue Holder"',
    "hot-products 5 none",
  ],
  async run(context, input) {
    if (isReading(hotProductsCommand, input)) {
      await refreshSnapshot(context);
      return formatTiles(context);
    }
    const { tile, product: id } = input.args;
    if (tile === undefined || id === undefined)
      throw new UsageError("Choose a tile, and its product. Choose none to remove the product.");
    if (id === "none") return change(context, Number(tile), () => null);
    const product = findProductSummary(context, id);
    if (!product) throw new CommandRefused(formatMissingProduct(id));
    const name = (input.options["name"] ?? "").trim();
    return change(context, Number(tile), (previous) => ({
      ...previous,
      name: name || previous.name,
      product: product._id,
      subcategory: product.kind.subcategory,
    }));
  },
});

const toTileRevision = (context: Context, tile: number): string =>
  toRevision(getSnapshot(context).files.hotProducts.find((hotTile) => hotTile.tile === tile));

type HotProduct = HomeContentFiles["hotProducts"][number];

async function change(context: Context, tile: number, to: (previous: HotProduct) => HotProduct | null) {
  const standard = hotTiles[tile - 1];
  if (!standard)
    throw new UsageError(`There is no tile ${tile}. Enter a number from 1 to ${hotTiles.length}.`);
  await changeByHand(context, async (_tx, { homeContent }) => {
    const current = homeContent.hotProducts.find((hotTile) => hotTile.tile === tile) ?? {
      ...standard,
      tile,
      product: "",
    };
    const changed = to(current);
    const others = homeContent.hotProducts.filter((hotTile) => hotTile.tile !== tile);
    const tiles = [...others, ...(changed ? [changed] : [])].toSorted(
      (first, other) => first.tile - other.tile,
    );
    return { answer: null, homeContent: { ...homeContent, hotProducts: tiles } };
  });
  return formatTiles(context);
}

function formatTiles(context: Context) {
  const { files, homeContent } = getSnapshot(context);
  const chosen = new Map(files.hotProducts.map((hotTile) => [hotTile.tile, hotTile.product]));
  const rows = homeContent.hotProducts.map(({ tile, name, productId, subcategory }) => ({
    tile,
    address: links.hotProduct(tile),
    name,
    product: productId,
    chosen: chosen.get(tile) ?? null,
    subcategory,
    revision: toTileRevision(context, tile),
  }));
  return {
    columns: ["tile", "address", "name", "shows"],
    rows: rows.map((row) => [
      row.tile,
      row.address,
      row.name,
      row.product ??
        `the listing ${row.subcategory}${row.chosen ? ` (${row.chosen} is not in the shop)` : ""}`,
    ]),
    data: rows,
  };
}
