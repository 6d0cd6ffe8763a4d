import path from "node:path";
import { eq } from "drizzle-orm";
import { listEntered } from "#contract/command-data.ts";
import { readText } from "#contract/read.ts";
import { formatCount, isSameText } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import { refuseOthers } from "#platform/operator/command-values.ts";
import {
  type Command,
  type CommandInput,
  CommandRefused,
  requireConfirmation,
  toRevision,
  UsageError,
  refuseField,
} from "#platform/operator/command.ts";
import { getPlainHref } from "#shop/media/pictures.ts";
import {
  findPictures,
  type GivenFile,
  type GivenPicture,
  keepFiles,
  readGivenPicture,
  readGivenVideo,
  toPictureRef,
  writePictures,
} from "#shop/media/server/index.ts";
import { fillWords, getFieldValues } from "#shop/texts/server/index.ts";
import { cardLists as shownLists } from "../command-results.ts";
import { type Card, type CardList, cardLists, type CardSchema, HOME_PAGE } from "./card-lists.ts";
import { changeList, type ListPart, readList } from "./catalogue-changes.ts";
import {
  defineContentCommand,
  findPlace,
  moveEntry,
  NONE,
  parseEntry,
  readContent,
  withoutEmpty,
} from "./content/change-content.ts";
import { listKinds } from "./owner-folder/check-products.ts";
import {
  listingTexts,
  type PartFile,
  partFiles,
  type HomeContentFiles,
  lookPictures,
} from "./owner-folder/home-content-files.ts";
import { product } from "./tables.ts";
import { findProductSummary } from "./products/find-products.ts";

/*
 * Commands that change the lists of cards on the home page, the pictures and headings of other pages, and the couriers.
 * The next import of a catalogue folder replaces their changes.
 */

/** The new values of a card's fields. `none` removes a value. */
type Values = Readonly<Record<string, string>>;

const getFile = (part: ListPart) =>
  (part === "pages" ? { file: "menu", schema: listingTexts } : partFiles[part]) as PartFile & {
    schema: CardSchema;
  };

function createCardCommand(list: CardList): Command {
  const { noun, of, on = HOME_PAGE, example, pictures = {}, hasDots } = list;
  return defineContentCommand({
    ...shownLists[noun],
    part: (content) => readList(content, list.part),
    summary: `Shows the ${of}s on ${on}, or changes, adds, moves or removes one.`,
    args: [
      {
        name: "place",
        summary: `the position of the ${of}; new adds another ${of}`,
        kind: "position",
        or: ["new"],
        optional: true,
      },
      ...(hasDots ? [dotArgument] : []),
    ],
    options: {
      ...Object.fromEntries(Object.values(list.texts).map(({ option, ...text }) => [option, text])),
      ...Object.fromEntries(
        Object.entries(pictures).map(([name, { summary, kind = "picture", optional }]) => [
          name,
          { summary, kind, ...(optional && { or: [NONE] }) },
        ]),
      ),
      ...(hasDots && dotOptions),
      to: { summary: "the new position; 1 is the first", kind: "position" },
      remove: { summary: `remove the ${of} from ${on}`, flag: true },
    },
    examples: [
      noun,
      `${noun} 1 ${example}`,
      `${noun} 2 --to 1`,
      [
        `${noun} new ${example}`,
        ...Object.entries(pictures).map(
          ([name, { kind }]) => `--${name} ${name}.${kind === "video" ? "mp4" : "jpg"}`,
        ),
      ].join(" "),
      `${noun} 3 --remove --yes`,
      ...(hasDots
        ? [
            `${noun} 1 new --product teak-tray --across 20 --down 60 --phone-across 26 --phone-down 60`,
            `${noun} 1 2 --across 40 --down 65`,
            `${noun} 1 2 --remove --yes`,
          ]
        : []),
    ],
    show: (context, content) => formatCards(context, list, readList(content, list.part) as readonly Card[]),
    async change(context, input) {
      const dotted = hasDots ? await changeDot(context, input) : null;
      if (dotted) return formatCards(context, list, dotted);
      const { place } = input.args;
      if (place === undefined) throw new UsageError(`Enter the position of the ${of}, or "new" to add one.`);
      if (input.options["remove"]) {
        refuseOthers(input, "remove", ["place"]);
        requireConfirmation(input, `Remove ${of} ${place} from ${on}?`);
      }
      return changeCards(context, list, input, place);
    },
  });
}

async function changeCards(
  context: Context,
  list: CardList,
  { options, folder }: CommandInput,
  place: string,
) {
  const texts = Object.fromEntries(
    Object.entries(list.texts).flatMap(([name, { option }]) =>
      options[option] === undefined ? [] : [[name, options[option]]],
    ),
  );
  await checkKind(context, texts["subcategory"]);
  const { fields, photographs, videos } = await readFiles(list, options, folder);
  await keepFiles(context, [...photographs, ...videos]);
  const originals = photographs.map(({ original }) => original);
  const values = { ...texts, ...fields };
  const change = (cards: readonly Card[]): readonly Card[] => {
    if (options["remove"]) return removeCard(cards, place, list);
    return place === "new" ? addCard(cards, values, list) : setCard(cards, values, list, place, options);
  };
  const cards = await changeList<Card>(
    context,
    list.part,
    (before) => parseChanged(list, before, change(before)),
    (tx) => writePictures(tx, originals),
  );
  return formatCards(context, list, cards);
}

function addCard(cards: readonly Card[], values: Values, list: CardList): readonly Card[] {
  const missing = Object.entries(list.pictures ?? {}).flatMap(([name, { optional }]) =>
    optional || values[name] !== undefined ? [] : [name],
  );
  if (missing.length > 0)
    throw new UsageError("", Object.fromEntries(missing.map((name) => [name, "Choose a file."])));
  const max = getMax(list);
  if (cards.length >= max) throw new CommandRefused(`Up to ${max} ${list.of}s can be shown.`);
  return [...cards, withoutEmpty({ ...(list.hasDots && { points: [] }), ...values })];
}

const getMax = ({ maxCards = 12 }: CardList): number => maxCards;

function setCard(
  cards: readonly Card[],
  values: Values,
  { of }: CardList,
  place: string,
  { to }: CommandInput["options"],
): readonly Card[] {
  const at = findPlace(cards, place, of);
  const isSame = Object.keys(values).length === 0;
  if (to === undefined && isSame) throw new UsageError("Enter a text or a position, or choose a picture.");
  const changed = isSame ? cards : cards.with(at, withoutEmpty({ ...cards[at], ...values }));
  return moveEntry(changed, at, to, of);
}

function removeCard(
  cards: readonly Card[],
  place: string,
  { of, on = HOME_PAGE, canBeEmpty }: CardList,
): readonly Card[] {
  if (cards.length === 1 && !canBeEmpty)
    throw new CommandRefused(
      on === HOME_PAGE
        ? `The home page needs at least one ${of}, so you cannot remove the last one. Hide its section instead.`
        : `You cannot remove the last ${of} on ${on}. Add another one first.`,
    );
  return cards.toSpliced(findPlace(cards, place, of), 1);
}

/** Reads the files that the options name. `fields` are the card's new values: the file names, and a video's hash. */
async function readFiles(
  { pictures = {}, part, noun }: CardList,
  options: CommandInput["options"],
  workingFolder: string,
) {
  const { file: base, folder = base } = getFile(part);
  const fields: Record<string, string> = {};
  // The key is the file name, so that a photograph for two fields is stored once.
  const photographs = new Map<string, GivenPicture>();
  const videos: GivenFile[] = [];
  for (const [name, { kind }] of Object.entries(pictures)) {
    const file = options[name];
    if (file === undefined) continue;
    const source = path.resolve(workingFolder, file);
    if (file === NONE) {
      fields[name] = NONE;
    } else if (kind === "video") {
      const video = await readGivenVideo(source, noun, folder);
      videos.push(video);
      Object.assign(fields, { [name]: video.name, hash: video.original.hash });
    } else {
      const photograph = await readGivenPicture(source, noun, folder);
      photographs.set(photograph.name, photograph);
      fields[name] = photograph.name;
    }
  }
  return { fields, photographs: [...photographs.values()], videos };
}

/** @throws UsageError if an entered subcategory has no products and is in neither the menu nor the standard menu */
async function checkKind(context: Context, subcategory: string = NONE): Promise<void> {
  if (subcategory === NONE) return;
  const { menu } = await readContent(context);
  const products = await context.db
    .selectDistinct({ subcategory: product.subcategory })
    .from(product)
    .where(eq(product.inOwnerList, true));
  const kinds = listKinds(products, menu);
  if (kinds.some((each) => isSameText(each, subcategory))) return;
  throw refuseField(
    "subcategory",
    `has no products and is not in the menu. Choose one of ${kinds.join(", ")}.`,
  );
}

/** Validates the card that was added or changed, and returns all cards. @throws UsageError */
function parseChanged(
  { part, schema = getFile(part).schema, texts, pictures }: CardList,
  before: readonly Card[],
  cards: readonly Card[],
): readonly Card[] {
  const at = cards.findIndex((card) => !before.includes(card));
  if (at < 0) return cards;
  const options = [
    ...Object.entries(texts).map(([name, { option }]) => [name, option]),
    ...Object.keys(pictures ?? {}).map((name) => [name, name]),
  ];
  return parseEntry(schema, cards, at, Object.fromEntries(options));
}

async function formatCards(context: Context, list: CardList, cards: readonly Card[]) {
  const { part, texts, pictures = {}, of, on = HOME_PAGE, hasDots } = list;
  const { file: base, folder = base } = getFile(part);
  const paths = cards.flatMap((card) =>
    Object.keys(pictures).map((name) => `${folder}/${String(card[name])}`),
  );
  const knownPictures = await findPictures(context.db, paths);
  const toHref = (card: Card, name: string): string | null => {
    const picture = knownPictures.get(`${folder}/${String(card[name])}`);
    return picture ? getPlainHref(toPictureRef(picture)) : null;
  };
  const values = getFieldValues(context);
  const rows = cards.map((card, at) => {
    const entered = Object.entries(texts).map(
      ([name, { option }]) => [option, readText(card[name])] as const,
    );
    return {
      place: at + 1,
      texts: Object.fromEntries(entered),
      shown: Object.fromEntries(entered.map(([option, text]) => [option, fillWords(text, values) ?? text])),
      pictures: Object.fromEntries(Object.keys(pictures).map((name) => [name, toHref(card, name)])),
      ...(hasDots && { dots: describeDots(context, card as Parameters<typeof describeDots>[1]) }),
    };
  });
  return {
    columns: ["place", ...Object.keys(texts).slice(0, 2), ...(hasDots ? ["dots"] : [])],
    rows: rows.map(({ place, texts: entered, dots }) => [
      place,
      ...Object.values(entered).slice(0, 2),
      ...(dots ? [dots.map(({ dot, product }) => `${dot} ${product}`).join(", ")] : []),
    ]),
    message: `${formatCount(cards.length, of)} on ${on}.`,
    data: { cards: rows, min: list.canBeEmpty ? 0 : 1, max: getMax(list), revision: toRevision(cards) },
  };
}

type Look = NonNullable<HomeContentFiles["looks"]>[number];
type Dot = Look["points"][number];

const place = (summary: string) => ({ summary, kind: "number" as const });

const dotArgument = {
  name: "dot",
  summary: "the number of the dot, counted from 1; new adds a dot",
  kind: "position",
  or: ["new"],
  optional: true,
} as const;

/** Looks are pictures on the home page. Dots mark products in them; positions are in percent of the picture. */
const dotOptions = {
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
async function changeDot(context: Context, input: CommandInput): Promise<readonly Look[] | null> {
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
  if (dot === undefined)
    throw new UsageError('Enter the number of the dot, counted from 1, or "new" to add a dot.');
  const at = dot === "new" ? dots.length : findPlace(dots, dot, "dot");
  if (options["remove"]) return dots.toSpliced(findPlace(dots, dot, "dot"), 1);
  const { product = dots[at]?.product } = options;
  if (product !== undefined && !findProductSummary(context, product))
    throw refuseField("product", `No product has the id "${product}". Choose a product of the shop.`);
  const { landscape, portrait } = dots[at] ?? {};
  const { across = landscape?.x, down = landscape?.y } = options;
  const { "phone-across": x = portrait?.x, "phone-down": y = portrait?.y } = options;
  const isOnPhone = x !== NONE && y !== NONE && (x ?? y) !== undefined;
  const changed = { product, landscape: { x: across, y: down }, ...(isOnPhone && { portrait: { x, y } }) };
  return dots.toSpliced(at, 1, changed as Dot);
}

const describeDots = (context: Context, { points }: Look) =>
  points.map(({ product, landscape, portrait = null }, at) => ({
    dot: at + 1,
    product,
    title: findProductSummary(context, product)?.title ?? null,
    landscape,
    portrait,
  }));

export const cardCommands: readonly Command[] = cardLists.map(createCardCommand);
