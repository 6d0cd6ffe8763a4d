import type { Context } from "#platform/context.ts";
import { type CommandInput, requireConfirmation, UsageError } from "#platform/operator/command.ts";
import { listEntered } from "#contract/command-data.ts";
import { refuseOthers } from "#platform/operator/command-values.ts";
import { changeList } from "./catalogue-changes.ts";
import { findPlace, NONE, parseEntry } from "./content/change-content.ts";
import { type HomeContentFiles, lookPictures } from "./owner-folder/home-content-files.ts";
import { findProductSummary } from "./products/find-products.ts";

type Look = NonNullable<HomeContentFiles["looks"]>[number];
type Dot = Look["points"][number];

const place = (summary: string) => ({ summary, kind: "number" as const });

export const dotArgument = {
  name: "dot",
  summary: "the number of the dot, counted from 1; new adds a dot",
  kind: "position",
  or: ["new"],
  optional: true,
} as const;

/** Looks are pictures on the home page. Dots mark products in them; positions are in percent of the picture. */
export const dotOptions = {
  product: { summary: "the product that the dot shows", kind: "product" },
  across: place("how far the dot is from the left edge of the wide picture, in percent"),
  down: place("how far the dot is from the upper edge of the wide picture, in percent"),
  "phone-across": {
    ...place(
      "how far the dot is from the left edge of the upright picture, in percent; none hides it on phones",
    ),
    or: [NONE],
  },
  "phone-down": {
    ...place(
      "how far the dot is from the upper edge of the upright picture, in percent; none hides it on phones",
    ),
    or: [NONE],
  },
} as const;

/** Changes, adds or removes a dot of a look. Returns all looks, or null if the input is not about a dot. */
export async function changeDot(context: Context, input: CommandInput): Promise<readonly Look[] | null> {
  const entered = listEntered(input);
  const isOfDot = (name: string) => name === dotArgument.name || name in dotOptions;
  if (!entered.some(isOfDot)) return null;
  const other = entered.find((name) => !isOfDot(name) && name !== "place" && name !== "remove");
  if (other !== undefined) refuseOthers(input, other, ["place"]);
  if (input.options["remove"]) {
    refuseOthers(input, "remove", ["place", dotArgument.name]);
    requireConfirmation(input, "Remove this dot from the look, but keep its product?");
  }
  return changeList<Look>(context, "looks", (looks) => {
    const at = findPlace(looks, input.args["place"], "look");
    const look = looks[at] as Look;
    const points = changeDots(context, input, look.points);
    return parseEntry(lookPictures, looks.with(at, { ...look, points }), at, optionNames);
  });
}

const optionNames = {
  "points.product": "product",
  "points.landscape.x": "across",
  "points.landscape.y": "down",
  "points.portrait.x": "phone-across",
  "points.portrait.y": "phone-down",
};

/** Returns the dots after the change. The position of the changed dot is not validated yet. */
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

export const describeDots = (context: Context, { points }: Look) =>
  points.map(({ product, landscape, portrait = null }, at) => ({
    dot: at + 1,
    product,
    title: findProductSummary(context, product)?.title ?? null,
    landscape,
    portrait,
  }));
