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
import { lookDots } from "../command-results.ts";
import { changeList } from "./catalogue-changes.ts";
import { findPlace, NONE, readContent } from "./content/change-content.ts";
import type { HomeContentFiles } from "./owner-folder/home-content-files.ts";
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
      summary: "the position of the dot in its look, or new",
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
    if (input.options["remove"])
      requireConfirmation(input, "Remove this dot from the look, but keep its product?");
    const looks = await changeList<Look>(context, "looks", (looks) => {
      const at = findPlace(looks, input.args["look"], "look");
      const look = looks[at];
      return look ? looks.with(at, { ...look, points: changeDots(context, input, look.points) }) : looks;
    });
    return formatDots(context, looks);
  },
});

function changeDots(context: Context, input: CommandInput, dots: readonly Dot[]): Dot[] {
  const { dot } = input.args;
  if (dot === undefined) throw new UsageError('Enter the position of the dot, or "new" to add one.');
  const at = dot === "new" ? dots.length : findPlace(dots, dot, "dot");
  const { product } = input.options;
  if (product !== undefined && dots.some((other, place) => place !== at && other.product === product))
    throw new UsageError("This look has a dot for this product already.", {
      product: "Choose a product without a dot in this look.",
    });
  if (dot === "new") return [...dots, changeDot(context, input.options, null)];
  if (!input.options["remove"]) return dots.with(at, changeDot(context, input.options, dots[at] ?? null));
  return dots.toSpliced(at, 1);
}

function changeDot(context: Context, options: CommandInput["options"], before: Dot | null): Dot {
  const product = options["product"] ?? before?.product;
  if (product === undefined || !findProductSummary(context, product))
    throw new UsageError(`No product has the id "${product ?? ""}".`, {
      product: "Choose a product of the shop.",
    });
  const phone = [options["phone-across"], options["phone-down"]];
  const isOnPhone = !phone.includes(NONE) && (before?.portrait ?? phone.find(Boolean)) !== undefined;
  return {
    product,
    landscape: readPlace(options, "across", "down", before?.landscape),
    ...(isOnPhone && { portrait: readPlace(options, "phone-across", "phone-down", before?.portrait) }),
  };
}

const readPlace = (
  options: CommandInput["options"],
  across: string,
  down: string,
  before: Dot["landscape"] | undefined,
): Dot["landscape"] => ({
  x: readPercent(options, across, before?.x),
  y: readPercent(options, down, before?.y),
});

function readPercent(options: CommandInput["options"], name: string, previous?: number): number {
  const value = options[name] === undefined ? previous : Number(options[name]);
  if (value !== undefined && value <= 100) return value;
  throw new UsageError(`--${name} needs a number from 0 to 100.`, {
    [name]: "Enter a number from 0 to 100.",
  });
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
