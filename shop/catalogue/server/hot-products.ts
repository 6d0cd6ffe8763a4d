import { links } from "#contract/links.ts";
import type { Context } from "#platform/context.ts";
import { CommandRefused, toRevision, UsageError } from "#platform/operator/command.ts";
import { refuseOthers } from "#platform/operator/command-values.ts";
import { hotTiles } from "../subcategories.ts";
import { findProductSummary } from "./products/find-products.ts";
import { formatMissingProduct } from "./products/product-commands.ts";
import { changeByHand } from "./catalogue-changes.ts";
import { defineContentCommand } from "./content/change-content.ts";
import type { HomeContentFiles } from "./owner-folder/home-content-files.ts";
import type { ProductSummary } from "./snapshot/product-summaries.ts";
import { getSnapshot } from "./snapshot/snapshot.ts";
import { hotTileList } from "../command-results.ts";

const TILES = hotTiles.map((_, at) => String(at + 1));

export const hotProductsCommand = defineContentCommand({
  ...hotTileList,
  summary:
    "Shows or changes the six Hot Products tiles. Each opens a product, or the list of its product type.",
  // Each tile has its own revision, so that changes of different tiles do not conflict.
  part: (content, { args }) => findTile(content, Number(args["tile"])),
  args: [
    {
      name: "tile",
      summary: "the number of the tile, as in /product-1 to /product-6",
      choices: TILES,
      optional: true,
    },
    {
      name: "product",
      summary: "the product that the tile opens; or none",
      kind: "product",
      or: ["none"],
      optional: true,
    },
  ],
  options: {
    name: { summary: "the new name of the tile" },
    to: { summary: "moves the product to this tile, and the product there to the first one", choices: TILES },
  },
  examples: [
    'hot-products 3 teak-tissue-box --name "Tissue Holder"',
    "hot-products 5 none",
    "hot-products 5 --to 4",
  ],
  show: formatTiles,
  async change(context, input) {
    const { tile, product: id } = input.args;
    const { to, name } = input.options;
    if (tile !== undefined && to !== undefined) {
      refuseOthers(input, "to", ["tile"]);
      await swapTiles(context, Number(tile), Number(to));
      return formatTiles(context);
    }
    if (tile === undefined || id === undefined)
      throw new UsageError(
        'Enter the number of a tile and its product. To remove the product from the tile, enter "none".',
      );
    const product = id === "none" ? null : findProductSummary(context, id);
    if (product === undefined) throw new CommandRefused(formatMissingProduct(id));
    await changeTile(context, Number(tile), product, name?.trim());
    return formatTiles(context);
  },
});

const findTile = ({ hotProducts }: HomeContentFiles, tile: number) =>
  hotProducts.find((hotTile) => hotTile.tile === tile);

const changeTile = (context: Context, tile: number, product: ProductSummary | null, name?: string) =>
  changeByHand(context, async (_tx, { homeContent }) => {
    const previous = findTile(homeContent, tile) ?? hotTiles[tile - 1];
    const changed = product && {
      tile,
      name: name || (previous?.name ?? ""),
      product: product._id,
      subcategory: product.kind.subcategory,
    };
    const others = homeContent.hotProducts.filter((hotTile) => hotTile.tile !== tile);
    const hotProducts = [...others, ...(changed ? [changed] : [])].toSorted(
      (first, other) => first.tile - other.tile,
    );
    return { answer: null, homeContent: { ...homeContent, hotProducts } };
  });

const swapTiles = (context: Context, tile: number, other: number) =>
  changeByHand(context, async (_tx, { homeContent }) => {
    const hotProducts = homeContent.hotProducts
      .map((each) => ({ ...each, tile: each.tile === tile ? other : each.tile === other ? tile : each.tile }))
      .toSorted((first, second) => first.tile - second.tile);
    return { answer: null, homeContent: { ...homeContent, hotProducts } };
  });

function formatTiles(context: Context) {
  const { files, homeContent } = getSnapshot(context);
  const rows = homeContent.hotProducts.map(({ tile, name, productId, subcategory }) => ({
    tile,
    address: links.hotProduct(tile),
    name,
    product: productId,
    title: productId === null ? null : (findProductSummary(context, productId)?.title ?? null),
    chosen: findTile(files, tile)?.product ?? null,
    subcategory,
    revision: toRevision(findTile(files, tile)),
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
