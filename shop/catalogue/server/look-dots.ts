import { isReading } from "#contract/command-data.ts";
import type { Context } from "#platform/context.ts";
import {
  type Command,
  type CommandInput,
  defineCommand,
  requireConfirmation,
  toRevision,
  UsageError,
} from "#platform/operator/command.ts";
import { refuseOthers } from "#platform/operator/command-values.ts";
import { lookDots } from "../command-results.ts";
import { changeList } from "./catalogue-changes.ts";
import { findPlace, NONE, parseEntry, readContent } from "./content/change-content.ts";
import { type HomeContentFiles, lookPictures } from "./owner-folder/home-content-files.ts";
import { findProductSummary } from "./products/find-products.ts";

type Look = NonNullable<HomeContentFiles["looks"]>[number];
type Dot = Look["points"][number];

const place = (summary: string) => ({ summary, kind: "number" as const });

/** Looks are pictures on the home page. Dots mark products in them; positions are in percent of the picture. */
export const lookDotsCommand: Command = defineCommand({
  ...lookDots,
  reads: "alone",
  preview: "rehearse",
  revision: async (context) => toRevision((await readContent(context)).looks),
  summary:
    "Shows the product dots on the looks (pictures) of the home page, or changes, adds or removes one.",
  args: [
    { name: "look", summary: "the position of the look", kind: "position", optional: true },
    {
      name: "dot",
      summary: "the position of the dot in its look; new adds another dot",
      kind: "position",
      or: ["new"],
      optional: true,
    },
  ],
  options: {
    product: { summary: "the product that the dot shows", kind: "product" },
    across: place("percent from the left edge of the wide picture"),
    down: place("percent from the upper edge of the wide picture"),
    "phone-across": {
      ...place("percent from the left edge of the upright picture; none removes it"),
      or: [NONE],
    },
    "phone-down": {
      ...place("percent from the upper edge of the upright picture; none removes it"),
      or: [NONE],
    },
    remove: { summary: "remove the dot", flag: true },
  },
  examples: [
    "dots",
    "dots 1 2 --across 40 --down 65",
    "dots 1 new --product teak-tray --across 20 --down 60 --phone-across 26 --phone-down 60",
    "dots 1 3 --remove --yes",
  ],
  async run(context, input) {
    if (isReading(lookDotsCommand, input))
      return formatDots(context, (await readContent(context)).looks ?? []);
    if (input.options["remove"]) {
      refuseOthers(input, "remove", ["look", "dot"]);
      requireConfirmation(input, "Remove this dot from the look, but keep its product?");
    }
    const looks = await changeList<Look>(context, "looks", (looks) => {
      const at = findPlace(looks, input.args["look"], "look");
      const look = looks[at] as Look;
      const points = changeDots(context, input, look.points);
      return parseEntry(lookPictures, looks.with(at, { ...look, points }), at, optionNames);
    });
    return formatDots(context, looks);
  },
});

const optionNames = {
  "points.product": "product",
  "points.landscape.x": "across",
  "points.landscape.y": "down",
  "points.portrait.x": "phone-across",
  "points.portrait.y": "phone-down",
};

/** Adds, changes or removes a dot. The returned dots are not validated yet. */
function changeDots(context: Context, { args, options }: CommandInput, dots: readonly Dot[]): Dot[] {
  const { dot } = args;
  if (dot === undefined) throw new UsageError('Enter the position of the dot, or "new" to add one.');
  const at = dot === "new" ? dots.length : findPlace(dots, dot, "dot");
  if (options["remove"]) return dots.toSpliced(findPlace(dots, dot, "dot"), 1);
  const { product = dots[at]?.product } = options;
  if (product !== undefined && !findProductSummary(context, product))
    throw new UsageError(`No product has the id "${product}".`, { product: "Choose a product of the shop." });
  const { landscape, portrait } = dots[at] ?? {};
  const { across = landscape?.x, down = landscape?.y } = options;
  const { "phone-across": x = portrait?.x, "phone-down": y = portrait?.y } = options;
  const isOnPhone = x !== NONE && y !== NONE && (x ?? y) !== undefined;
  const changed = { product, landscape: { x: across, y: down }, ...(isOnPhone && { portrait: { x, y } }) };
  return dots.toSpliced(at, 1, changed as Dot);
}

function formatDots(context: Context, looks: readonly Look[]) {
  const shown = looks.map(({ title, points }, at) => ({
    look: at + 1,
    title,
    dots: points.map(({ product, landscape, portrait = null }, dotAt) => ({
      dot: dotAt + 1,
      product,
      title: findProductSummary(context, product)?.title ?? null,
      landscape,
      portrait,
    })),
  }));
  return {
    columns: ["look", "dot", "product", "across", "down"],
    rows: shown.flatMap(({ look, dots }) =>
      dots.map(({ dot, product, landscape: { x, y } }) => [look, dot, product, x, y]),
    ),
    message: looks.length === 0 ? "The home page has no looks yet. Add a look first." : "",
    data: { looks: shown, revision: toRevision(looks) },
  };
}
