import { eq } from "drizzle-orm";
import { formatCount } from "#contract/text.ts";
import { CommandRefused, defineCommand, UsageError } from "#platform/operator/command.ts";
import { keepFiles, writePictures } from "#shop/media/server/index.ts";
import { changeByHand } from "../catalogue-changes.ts";
import { toLines } from "../content/change-content.ts";
import { type NamedImage, product } from "../tables.ts";
import { findProductRevision, formatMissingProduct, productArgument } from "./product-commands.ts";
import { readAll } from "./add-product.ts";

const MAX_PICTURES = 20;

export const changePicturesCommand = defineCommand({
  noun: "products",
  verb: "pictures",
  summary: "Adds, reorders, removes or describes pictures of a product.",
  preview: "rehearse",
  args: [productArgument],
  options: {
    add: { summary: "photographs to add at the end", kind: "picture", many: true },
    remove: { summary: "the names of pictures to remove", many: true },
    order: { summary: "the names of pictures that come first, in this order", many: true },
    describe: { summary: "the name of the picture to describe" },
    alt: { summary: "the description of the picture for people who cannot see it, or none" },
  },
  revision: findProductRevision,
  examples: [
    "products pictures teak-tissue-box --add front.jpg --add inside.jpg",
    "products pictures teak-tissue-box --order teak-tissue-box-2.jpg",
    'products pictures teak-tissue-box --describe teak-tissue-box-1.jpg --alt "The box with its lid open"',
  ],
  async run(context, { args: { id = "" }, options, folder }) {
    const { add, remove, order, describe, alt } = options;
    if ([add, remove, order, describe].every((option) => option === undefined))
      throw new UsageError("Choose pictures to add, to remove, to show first or to describe.");
    if ((describe === undefined) !== (alt === undefined))
      throw new UsageError("To describe a picture, enter both its name and the description.");
    const added = add === undefined ? [] : await readAll(add, folder, id);
    await keepFiles(context, added);
    const originals = added.map(({ original }) => original);
    const images = await changeByHand(context, async (tx, { nextRevision: revision, track }) => {
      await track([id]);
      const [previous] = await tx.select({ images: product.images }).from(product).where(eq(product.id, id));
      if (!previous) throw new CommandRefused(formatMissingProduct(id));
      await writePictures(tx, originals);
      const images = arrange(previous.images, {
        added: added.map(({ name }) => name),
        removed: toLines(remove) ?? [],
        first: toLines(order) ?? [],
        described: describe === undefined ? null : { name: describe, alt: alt ?? "" },
      });
      await tx.update(product).set({ images, revision }).where(eq(product.id, id));
      return { answer: images };
    });
    return {
      columns: ["Picture", "Description"],
      rows: images.map(({ name, alt }) => [name, alt ?? "none"]),
      message: `${formatCount(images.length, "picture")}, the first is shown in listings.`,
      data: { id, images },
    };
  },
});

interface Arrangement {
  added: readonly string[];
  removed: readonly string[];
  first: readonly string[];
  described: { name: string; alt: string } | null;
}

function arrange(
  previous: readonly NamedImage[],
  { added, removed, first, described }: Arrangement,
): NamedImage[] {
  const names = new Set(previous.map(({ name }) => name));
  for (const name of [...removed, ...first, ...(described ? [described.name] : [])])
    if (!names.has(name))
      throw new CommandRefused(`The product has no picture "${name}". It has: ${[...names].join(", ")}.`);
  const remaining = [
    ...previous.filter(({ name }) => !removed.includes(name)),
    ...added.filter((name) => !names.has(name)).map((name): NamedImage => ({ name })),
  ].map((image) => (image.name === described?.name ? describeImage(image, described.alt) : image));
  if (remaining.length === 0)
    throw new CommandRefused("A product needs at least one picture. Add another one first.");
  if (remaining.length > MAX_PICTURES)
    throw new CommandRefused(
      `A product can have up to ${MAX_PICTURES} pictures, but it would have ${remaining.length}. Remove some, or add fewer.`,
    );
  const rank = ({ name }: NamedImage) => (first.includes(name) ? first.indexOf(name) : first.length);
  return remaining.toSorted((first, other) => rank(first) - rank(other));
}

const describeImage = ({ name }: NamedImage, text: string): NamedImage =>
  text.trim() === "" || text === "none" ? { name } : { name, alt: text.trim() };
