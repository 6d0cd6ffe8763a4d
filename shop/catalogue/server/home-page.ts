import { formatCount, isSameText } from "#contract/text.ts";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import type { Context } from "#platform/context.ts";
import { unique } from "#platform/storage/owner-file.ts";
import {
  requireConfirmation,
  type Command,
  type CommandInput,
  type DeclaredValue,
  CommandRefused,
  type CommandResult,
  defineCommand,
  UsageError,
  toRevision,
} from "#platform/operator/command.ts";
import path from "node:path";
import { getPlainHref } from "#shop/media/pictures.ts";
import {
  findPictures,
  type GivenPicture,
  type GivenVideo,
  keepFiles,
  keepPictures,
  readGivenPicture,
  readGivenVideo,
  toPictureRef,
  writePictures,
} from "#shop/media/server/index.ts";
import {
  type HomeSection,
  homeSections,
  scenePlaces,
  serviceIcons,
  titledSections,
} from "#shop/merchandising/home-content.ts";
import { cardsFile, homeFile, type HomeInFile } from "#shop/merchandising/server/index.ts";
import { couriersFile } from "#shop/seller/server/index.ts";
import { changeByHand, changeList, type ListPart, readList } from "./catalogue-changes.ts";
import { NONE, parseEntry, readContent } from "./content/change-content.ts";
import {
  bannersFile,
  type HomeContentFiles,
  listingTexts,
  lookPictures,
  makersFile,
  scenePictures,
  servicesFile,
  storedVideos,
  storyPictures,
  tilesFile,
} from "./owner-folder/home-content-files.ts";
import { listKinds } from "./owner-folder/check-products.ts";
import { product } from "./tables.ts";
import { isReading, type ReturnedData } from "#contract/command-data.ts";
import { readText } from "#contract/read.ts";
import { cardLists as shownLists, homePage } from "../command-results.ts";

/* The next import of a catalogue folder replaces what these commands have changed. */

const sections: Readonly<Record<HomeSection, { name: string; from: string }>> = {
  banners: { name: "Banners", from: "banners" },
  offers: { name: "Offer cards", from: "cards" },
  look: { name: "A look, with its products", from: "looks" },
  categories: { name: "Shop by category", from: "tiles" },
  "newly-launched": { name: "Newly launched", from: "the newest products" },
  services: { name: "Services", from: "services" },
  "hot-products": { name: "Hot products", from: "hot-products" },
  looks: { name: "More looks", from: "looks" },
  films: { name: "Films", from: "films" },
  testimonials: { name: "Testimonials", from: "reviews --testimonials" },
};

const homeCommand: Command = defineCommand({
  ...homePage,
  reads: "alone",
  summary: "Shows the sections of the home page, or hides, shows, moves or renames one.",
  preview: "rehearse",
  args: [{ name: "section", summary: "the section", choices: homeSections, optional: true }],
  options: {
    place: { summary: "the position on the page; 1 is the first", kind: "position" },
    shown: { summary: "whether the section is shown", choices: ["yes", "no"] },
    title: { summary: "the title; none for the standard title", or: ["none"] },
    text: {
      summary: "the line below the title of newly-launched; none for the standard line",
      or: ["none"],
    },
  },
  revision: async (context) => toRevision((await readContent(context)).home),
  examples: [
    "home",
    "home testimonials --place 2",
    "home films --shown no",
    'home newly-launched --title "Fresh from the lathe"',
  ],
  async run(context, input) {
    if (isReading(homeCommand, input)) return formatSections(await readContent(context));
    const { args, options } = input;
    const section = homeSections.find((name) => name === args["section"]);
    if (!section) throw new UsageError("Choose a section of the home page.");
    if (Object.values(options).every((option) => option === undefined))
      throw new UsageError("Enter a position, a title or a text, or choose whether the section is shown.");
    const files = await changeByHand(context, async (_tx, { homeContent }) => {
      const sections = changeSection(homeContent.home ?? STANDARD, section, options);
      const { home: _before, ...others } = homeContent;
      const isStandard = JSON.stringify(sections) === JSON.stringify(STANDARD);
      const changed: HomeContentFiles = isStandard ? others : { ...others, home: sections };
      return { answer: changed, homeContent: changed };
    });
    return formatSections(files);
  },
});

const STANDARD: HomeInFile = homeSections.map((section) => ({ section }));

function changeSection(
  before: HomeInFile,
  section: HomeSection,
  { place, shown, title, text }: CommandInput["options"],
): HomeInFile {
  const at = before.findIndex((each) => each.section === section);
  const others = before.filter((each) => each.section !== section);
  if (shown === "no")
    return parse(homeFile, others, "The home page needs at least one section. Show another one first.");
  if (at < 0 && shown === undefined && place === undefined)
    throw new CommandRefused(`${sections[section].name} is not on the page. Show it first.`);
  const texts = { title, text };
  const current: Readonly<Record<string, string | undefined>> = before[at] ?? {};
  const changes = Object.entries(texts).flatMap(([name, text]) => {
    const value = text === undefined ? current[name] : text === "none" ? undefined : text;
    return value === undefined ? [] : [[name, value]];
  });
  const changed = { section, ...Object.fromEntries(changes) };
  return parse(homeFile, others.toSpliced(toIndex(place, at, others.length), 0, changed));
}

function toIndex(place: string | undefined, at: number, last: number): number {
  if (place === undefined) return at < 0 ? last : at;
  const index = Number(place) - 1;
  if (index < 0 || index > last)
    throw new UsageError(`${place} is not a position on the page. Enter a number from 1 to ${last + 1}.`);
  return index;
}

function formatSections(files: HomeContentFiles): CommandResult<ReturnedData<typeof homePage>> {
  const shownSections = files.home ?? STANDARD;
  const isTitled = (name: HomeSection) => (titledSections as readonly string[]).includes(name);
  const hidden = homeSections.filter((name) => !shownSections.some(({ section }) => section === name));
  const rows = [
    ...shownSections.map((each, at) => ({ ...each, place: at + 1 })),
    ...hidden.map((section) => ({ section, place: null })),
  ].map((each) => ({ ...each, ...sections[each.section], titled: isTitled(each.section) }));
  return {
    columns: ["place", "section", "what it is", "title", "filled by"],
    rows: rows.map(({ place, section, name, from, ...texts }) => [
      place ?? "not shown",
      section,
      name,
      "title" in texts ? (texts.title ?? "") : "",
      from,
    ]),
    data: { sections: rows, revision: toRevision(files.home) },
  };
}

interface CardList {
  noun: keyof typeof shownLists;
  part: ListPart;
  on: string;
  canBeEmpty?: true;
  of: string;
  schema: v.GenericSchema<unknown, readonly object[]>;
  /** The keys of `texts` and `pictures` are field names in the file. */
  texts: Readonly<Record<string, DeclaredValue & { option: string }>>;
  pictures?: Readonly<Record<string, { summary: string; kind?: "video"; optional?: true }>>;
  folder?: string;
  others?: Card;
  maxCards?: number;
  example: string;
}

const ALT = { option: "alt", summary: "a description of the picture for people who cannot see it" };

const lists: readonly CardList[] = [
  {
    noun: "banners",
    part: "banners",
    of: "banner",
    on: "the home page",
    schema: bannersFile,
    texts: {
      heading: { option: "heading", summary: "the large text on the banner" },
      subHeading: { option: "text", summary: "the line below the heading" },
      alt: ALT,
    },
    pictures: {
      desktop: { summary: "a wide photograph, 1600 × 1200 or larger" },
      mobile: { summary: "an upright photograph, 1200 × 1500 or larger" },
    },
    folder: "banners",
    example: '--heading "For slow mornings"',
  },
  {
    noun: "cards",
    part: "offerCards",
    of: "offer card",
    on: "the home page",
    schema: cardsFile,
    texts: {
      title: { option: "title", summary: "the text on the card" },
      href: {
        option: "page",
        summary: "the page of the shop that the card opens, e.g. /products?category=Tableware",
      },
      alt: ALT,
    },
    pictures: { picture: { summary: "a photograph, 900 × 700 or larger" } },
    folder: "offers",
    example: '--title "Kitchenware collections"',
  },
  {
    noun: "makers",
    part: "makers",
    of: "maker",
    on: "Our Story",
    canBeEmpty: true,
    schema: makersFile,
    texts: {
      name: { option: "name", summary: "the name of a person or a workshop" },
      place: { option: "in", summary: "the town or village, for example Saharanpur" },
      since: { option: "since", summary: "the year in which they began, for example 1998" },
      alt: ALT,
    },
    pictures: { picture: { summary: "a photograph, 900 × 900 or larger" } },
    folder: "story",
    example: '--name "Lake Workshop" --in Saharanpur --since 1998 --alt "A man at a lathe"',
  },
  {
    noun: "tiles",
    part: "tiles",
    of: "tile",
    on: "the home page",
    schema: tilesFile,
    texts: {
      subcategory: {
        option: "subcategory",
        summary: "the product type that the tile opens",
        kind: "subcategory",
      },
      alt: ALT,
      wideAlt: {
        option: "wide-alt",
        summary: "a description of the wide picture for people who cannot see it",
        or: ["none"],
      },
    },
    pictures: {
      picture: { summary: "a photograph, 900 × 900 or larger" },
      wide: {
        summary: "a wide photograph for the top of the product type's page; none removes it",
        optional: true,
      },
    },
    folder: "tiles",
    example: "--subcategory Tray",
  },
  {
    noun: "services",
    part: "services",
    of: "service card",
    on: "the home page",
    schema: servicesFile,
    texts: {
      title: { option: "title", summary: "the title of the card" },
      text: { option: "text", summary: "one sentence; it can contain fields such as {{return-days}}" },
      icon: { option: "icon", summary: "the drawing on the card", choices: serviceIcons },
    },
    example: '--title "Made by hand" --text "In small batches." --icon hammer',
  },
  {
    noun: "looks",
    part: "looks",
    of: "look",
    on: "the home page",
    schema: lookPictures,
    texts: {
      title: { option: "title", summary: "the heading above the picture" },
      text: { option: "text", summary: "the line below the heading" },
      alt: ALT,
    },
    pictures: {
      landscape: { summary: "a wide photograph, 1600 × 1200 or larger" },
      portrait: { summary: "an upright photograph for phones, 1200 × 1500 or larger" },
    },
    folder: "looks",
    others: { points: [] },
    example: '--title "The kitchen shelf"',
  },
  {
    noun: "films",
    part: "videos",
    of: "film",
    on: "the home page",
    schema: storedVideos,
    texts: { title: { option: "title", summary: "the title of the film" }, alt: ALT },
    pictures: {
      poster: { summary: "a still picture of the film, 900 × 700 or larger" },
      video: { summary: "a short film without sound, as MP4", kind: "video" },
    },
    folder: "videos",
    example: '--title "A slow breakfast"',
  },
  {
    noun: "story",
    part: "story",
    of: "picture",
    on: "Our Story",
    schema: storyPictures,
    texts: { alt: ALT },
    pictures: { picture: { summary: "a photograph, 1600 × 1200 or larger" } },
    folder: "story",
    example: '--alt "Raw boards stacked to dry"',
  },
  {
    noun: "scenes",
    part: "scenes",
    of: "picture",
    on: "other pages",
    canBeEmpty: true,
    schema: scenePictures,
    texts: { place: { option: "page", summary: "the page that shows it", choices: scenePlaces }, alt: ALT },
    pictures: { picture: { summary: "a photograph, 1200 × 900 or larger" } },
    folder: "scenes",
    example: "--page log-in",
  },
  {
    noun: "listing-texts",
    part: "pages",
    of: "heading",
    on: "the pages of products",
    canBeEmpty: true,
    schema: listingTexts,
    texts: {
      subcategory: {
        option: "subcategory",
        summary: "the product type whose page has this heading; empty for the page of all products",
        kind: "subcategory",
        or: ["none"],
      },
      title: { option: "title", summary: "the title in search engines and in the browser's tab" },
      heading: { option: "heading", summary: "the heading of the page" },
      description: { option: "description", summary: "the line below the heading" },
    },
    maxCards: 100,
    example: '--subcategory Tray --heading "Trays"',
  },
  {
    noun: "couriers",
    part: "couriers",
    of: "courier",
    on: "the list of your own couriers",
    canBeEmpty: true,
    schema: v.pipe(couriersFile, unique("name")),
    texts: {
      name: { option: "name", summary: "the name that you enter when you dispatch" },
      link: {
        option: "link",
        summary: "the courier's tracking page; {number} stands for the tracking number",
      },
    },
    maxCards: 50,
    example: '--name "City Post" --link "https://post.example/track/{number}"',
  },
];

type ShownCards = ReturnedData<(typeof shownLists)["banners"]>;

type Card = Readonly<Record<string, unknown>>;

const MAX_CARDS = 12;

function createCardCommand(list: CardList): Command {
  const { noun, of, example, pictures = {} } = list;
  const command: Command = defineCommand({
    ...shownLists[noun],
    reads: "alone",
    preview: "rehearse",
    revision: async (context) => toRevision(readList(await readContent(context), list.part)),
    summary: `Shows the ${of}s on ${list.on}, or changes, adds, moves or removes one.`,
    args: [
      {
        name: "place",
        summary: `the position of the ${of}, or new`,
        kind: "position",
        or: ["new"],
        optional: true,
      },
    ],
    options: {
      ...Object.fromEntries(Object.values(list.texts).map(({ option, ...text }) => [option, text])),
      ...Object.fromEntries(
        Object.entries(pictures).map(([name, { summary, kind = "picture", optional }]) => [
          name,
          { summary, kind, ...(optional && { or: [NONE] }) },
        ]),
      ),
      to: { summary: "the new position; 1 is the first", kind: "position" },
      remove: { summary: `remove it from ${list.on}`, flag: true },
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
    ],
    async run(context, input) {
      if (isReading(command, input))
        return formatCards(context, list, readList(await readContent(context), list.part) as readonly Card[]);
      const { place } = input.args;
      if (place === undefined) throw new UsageError(`Enter the position of the ${of}, or "new" to add one.`);
      if (place === "new")
        return changeCards(context, list, input, (cards, input) => addCard(cards, input, list));
      if (!input.options["remove"])
        return changeCards(context, list, input, (cards, given) => setCard(cards, given, list, input));
      requireConfirmation(input, `Remove ${of} ${place} from ${list.on}?`);
      return changeCards(context, list, input, (cards) => {
        if (cards.length === 1 && !list.canBeEmpty)
          throw new CommandRefused(
            list.on === "the home page"
              ? `The home page needs at least one ${of}, so you cannot remove the last one. Hide its section instead.`
              : `You cannot remove the last ${of} on ${list.on}. Add another one first.`,
          );
        return cards.toSpliced(findPlace(cards, place, of), 1);
      });
    },
  });
  return command;
}

function setCard(
  cards: readonly Card[],
  { words, pictures }: CardInput,
  list: CardList,
  { args, options: { to } }: CommandInput,
): readonly Card[] {
  const at = findPlace(cards, args["place"], list.of);
  const isSame = Object.keys({ ...words, ...pictures }).length === 0;
  if (to === undefined && isSame) throw new UsageError("Enter a text or a position, or choose a picture.");
  const changed = isSame ? cards.slice(at, at + 1) : [withoutEmpty({ ...cards[at], ...words, ...pictures })];
  return cards
    .toSpliced(at, 1)
    .toSpliced(to === undefined ? at : findPlace(cards, to, list.of), 0, ...changed);
}

function addCard(cards: readonly Card[], { words, pictures }: CardInput, list: CardList): readonly Card[] {
  const missing = Object.entries(list.pictures ?? {}).flatMap(([name, { optional }]) =>
    optional || pictures[name] !== undefined ? [] : [name],
  );
  if (missing.length > 0)
    throw new UsageError(
      `A new ${list.of} needs ${missing.map((name) => `--${name}`).join(" and ")}.`,
      Object.fromEntries(missing.map((name) => [name, "Choose a file."])),
    );
  const { maxCards = MAX_CARDS } = list;
  if (cards.length >= maxCards) throw new CommandRefused(`Up to ${maxCards} ${list.of}s can be shown.`);
  return [...cards, withoutEmpty({ ...list.others, ...words, ...pictures })];
}

const withoutEmpty = (card: Card): Card =>
  Object.fromEntries(Object.entries(card).filter(([, value]) => value !== NONE));

function findPlace(cards: readonly Card[], input: string | undefined, listName: string): number {
  const at = Number(input) - 1;
  if (!(at >= 0 && at < cards.length))
    throw new UsageError(`There is no ${listName} ${input ?? ""}. Enter a number from 1 to ${cards.length}.`);
  return at;
}

interface CardInput {
  words: Record<string, string>;
  pictures: Record<string, string>;
}

async function changeCards(
  context: Context,
  list: CardList,
  { options, folder }: CommandInput,
  change: (cards: readonly Card[], input: CardInput) => readonly Card[],
): Promise<CommandResult<ShownCards>> {
  const texts = Object.fromEntries(
    Object.entries(list.texts).flatMap(([name, { option }]) =>
      options[option] === undefined ? [] : [[name, options[option]]],
    ),
  );
  await checkKind(context, list, texts);
  const { photographs, video } = await readFiles(list, options, folder);
  // Stores a photograph once, even if it was uploaded for two fields.
  const added = [...new Map(Object.values(photographs).map((each) => [each.name, each])).values()];
  await keepPictures(context, added);
  if (video) await keepFiles(context, [video]);
  const removed = Object.keys(list.pictures ?? {}).filter((name) => options[name] === NONE);
  const pictures: Record<string, string> = {
    ...Object.fromEntries(removed.map((name) => [name, NONE])),
    ...Object.fromEntries(Object.entries(photographs).map(([name, { name: file }]) => [name, file])),
    ...(video && { video: video.name, hash: video.original.hash }),
  };
  const cards = await changeList<Card>(
    context,
    list.part,
    (before) => parseChanged(list, before, change(before, { words: texts, pictures })),
    (tx) =>
      writePictures(
        tx,
        added.map(({ picture }) => picture),
        new Map(),
      ),
  );
  return formatCards(context, list, cards);
}

async function readFiles(
  { pictures = {}, folder = "", noun }: CardList,
  options: CommandInput["options"],
  workingFolder: string,
): Promise<{ photographs: Record<string, GivenPicture>; video?: GivenVideo }> {
  const photographs: Record<string, GivenPicture> = {};
  let video: GivenVideo | undefined;
  for (const [name, { kind }] of Object.entries(pictures)) {
    const file = options[name];
    if (file === undefined || file === NONE) continue;
    const source = path.resolve(workingFolder, file);
    if (kind === "video") video = await readGivenVideo(source, noun, folder);
    else photographs[name] = await readGivenPicture(source, noun, folder);
  }
  return { photographs, ...(video && { video }) };
}

/** @throws UsageError if an entered subcategory has no products and is not in the menu */
async function checkKind(
  context: Context,
  { texts }: CardList,
  input: Record<string, string>,
): Promise<void> {
  for (const [name, { kind, option }] of Object.entries(texts)) {
    const entered = input[name];
    if (kind !== "subcategory" || entered === undefined || entered === NONE) continue;
    const { menu } = await readContent(context);
    const products = await context.db
      .selectDistinct({ subcategory: product.subcategory })
      .from(product)
      .where(eq(product.inOwnerList, true));
    const kinds = listKinds(products, menu);
    if (kinds.some((each) => isSameText(each, entered))) continue;
    const message = `has no products and is not in the menu. Choose one of ${kinds.join(", ")}.`;
    throw new UsageError(`--${option} ${message}`, { [option]: message });
  }
}

/** Validates only the added or changed card. @throws UsageError */
function parseChanged(
  { schema, texts, pictures }: CardList,
  before: readonly Card[],
  cards: readonly Card[],
): readonly Card[] {
  const at = cards.findIndex((card) => !before.includes(card));
  if (at < 0) return cards;
  const options = [
    ...Object.entries(texts).map(([name, { option }]) => [name, option]),
    ...Object.keys(pictures ?? {}).map((name) => [name, name]),
  ];
  return parseEntry(schema, cards, at, Object.fromEntries(options)) as readonly Card[];
}

async function formatCards(
  { db }: Context,
  { folder = "", texts, pictures = {}, of, on }: CardList,
  cards: readonly Card[],
): Promise<CommandResult<ShownCards>> {
  const paths = cards.flatMap((card) =>
    Object.keys(pictures).map((name) => `${folder}/${String(card[name])}`),
  );
  const knownPictures = await findPictures(db, paths);
  const toHref = (card: Card, name: string): string | null => {
    const picture = knownPictures.get(`${folder}/${String(card[name])}`);
    return picture ? getPlainHref(toPictureRef(picture)) : null;
  };
  const rows = cards.map((card, at) => ({
    place: at + 1,
    texts: Object.fromEntries(
      Object.entries(texts).map(([name, { option }]) => [option, readText(card[name])]),
    ),
    pictures: Object.fromEntries(Object.keys(pictures).map((name) => [name, toHref(card, name)])),
  }));
  const [first = "", second = ""] = Object.keys(texts);
  return {
    columns: ["place", first, second],
    rows: cards.map((card, at) => [at + 1, readText(card[first]), readText(card[second])]),
    message: `${formatCount(cards.length, of)} on ${on}.`,
    data: { cards: rows, revision: toRevision(cards) },
  };
}

function parse<S extends v.GenericSchema>(schema: S, value: unknown, message?: string): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortPipeEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = (issue.path ?? []).map(({ key }) => String(key)).findLast((key) => !/^\d+$/.test(key));
  throw new CommandRefused(
    message ?? `${field ?? "The list"} ${issue.type === "object" ? "is missing." : issue.message}`,
  );
}

export const homePageCommands: Command[] = [homeCommand, ...lists.map(createCardCommand)];
