import { formatCount } from "#contract/text.ts";
import * as v from "valibot";
import type { Context } from "#platform/context.ts";
import {
  requireConfirmation,
  type Command,
  type CommandInput,
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
  keepPictures,
  readGivenPicture,
  toPictureRef,
  writePictures,
} from "#shop/media/server/index.ts";
import { type HomeSection, homeSections, titledSections } from "#shop/merchandising/home-content.ts";
import { cardsFile, homeFile, type HomeInFile } from "#shop/merchandising/server/index.ts";
import { changeByHand, changeList } from "./catalogue-changes.ts";
import { readContent } from "./content/change-content.ts";
import { bannersFile, type HomeContentFiles, makersFile } from "./owner-folder/home-content-files.ts";
import { isReading, type ReturnedData } from "#contract/command-data.ts";
import { cardLists as shownLists, homePage } from "../command-results.ts";

/* Commands for the sections and cards of the home page. A change by command is kept until an import contains a new
   value; undo restores the previous value (decision 065). */

const sections: Readonly<Record<HomeSection, { name: string; from: string }>> = {
  banners: { name: "Banners", from: "banners" },
  offers: { name: "Offer cards", from: "cards" },
  look: { name: "A look, with its products", from: "story.json" },
  categories: { name: "Shop by category", from: "tiles.json" },
  "newly-launched": { name: "Newly launched", from: "the newest products" },
  services: { name: "Services", from: "services.json" },
  "hot-products": { name: "Hot products", from: "hot-products" },
  looks: { name: "More looks", from: "story.json" },
  films: { name: "Films", from: "videos.json" },
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
    title: { summary: "the title; none brings back the standard title", or: ["none"] },
    text: {
      summary: "the line below the title of newly-launched; none brings back the standard line",
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
    if (!section) throw new UsageError("Choose the section.");
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
  part: "banners" | "offerCards" | "makers";
  on: string;
  canBeEmpty?: true;
  of: string;
  schema: v.GenericSchema<unknown, NonNullable<HomeContentFiles[CardList["part"]]>>;
  texts: Readonly<Record<string, { option: string; summary: string }>>;
  pictures: Readonly<Record<string, { summary: string }>>;
  folder: string;
  example: string;
}

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
      alt: { option: "alt", summary: "a description of the picture for people who cannot see it" },
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
      alt: { option: "alt", summary: "a description of the picture for people who cannot see it" },
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
      alt: { option: "alt", summary: "a description of the picture for people who cannot see it" },
    },
    pictures: { picture: { summary: "a photograph, 900 × 900 or larger" } },
    folder: "story",
    example: '--name "Lake Workshop" --in Saharanpur --since 1998 --alt "A man at a lathe"',
  },
];

type ShownCards = ReturnedData<(typeof shownLists)["banners"]>;

type Card = Readonly<Record<string, unknown>>;

const MAX_CARDS = 12;

function createCardCommand(list: CardList): Command {
  const { noun, of, example } = list;
  const command: Command = defineCommand({
    ...shownLists[noun],
    reads: "alone",
    preview: "rehearse",
    revision: async (context) => toRevision((await readContent(context))[list.part]),
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
      ...Object.fromEntries(Object.values(list.texts).map(({ option, summary }) => [option, { summary }])),
      ...Object.fromEntries(
        Object.entries(list.pictures).map(([name, { summary }]) => [
          name,
          { summary, kind: "picture" as const },
        ]),
      ),
      to: { summary: "the new position; 1 is the first", kind: "position" },
      remove: { summary: `remove it from ${list.on}`, flag: true },
    },
    examples: [
      noun,
      `${noun} 1 ${example}`,
      `${noun} 2 --to 1`,
      `${noun} new ${example} ${Object.keys(list.pictures)
        .map((name) => `--${name} ${name}.jpg`)
        .join(" ")}`,
      `${noun} 3 --remove --yes`,
    ],
    async run(context, input) {
      if (isReading(command, input))
        return formatCards(context, list, (await readContent(context))[list.part] ?? []);
      const { place } = input.args;
      if (place === undefined)
        throw new UsageError(`Enter the position of the ${of}, or new for another one.`);
      if (place === "new")
        return changeCards(context, list, input, (cards, input) => addCard(cards, input, list));
      if (!input.options["remove"])
        return changeCards(context, list, input, (cards, given) => setCard(cards, given, list, input));
      requireConfirmation(input, `Remove ${of} ${place} from ${list.on}?`);
      return changeCards(context, list, input, (cards) => {
        if (cards.length === 1 && !list.canBeEmpty)
          throw new CommandRefused(`This is the last ${of}. Hide its section of the home page instead.`);
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
  if (to === undefined && Object.keys({ ...words, ...pictures }).length === 0)
    throw new UsageError("Enter a text or a position, or choose a picture.");
  const changed = { ...cards[at], ...words, ...pictures };
  return cards.toSpliced(at, 1).toSpliced(to === undefined ? at : findPlace(cards, to, list.of), 0, changed);
}

function addCard(cards: readonly Card[], { words, pictures }: CardInput, list: CardList): readonly Card[] {
  const missing = Object.keys(list.pictures).filter((name) => pictures[name] === undefined);
  if (missing.length > 0)
    throw new UsageError(
      `A new ${list.of} needs a photograph: ${missing.join(" and ")}.`,
      Object.fromEntries(missing.map((name) => [name, "Choose a photograph."])),
    );
  if (cards.length >= MAX_CARDS) throw new CommandRefused(`Up to ${MAX_CARDS} ${list.of}s can be shown.`);
  return [...cards, { ...words, ...pictures }];
}

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
  const givenPictures = await readPictures(list, options, folder);
  // Stores a photograph once, even if it was uploaded for two fields.
  const added = [...new Map(Object.values(givenPictures).map((each) => [each.name, each])).values()];
  await keepPictures(context, added);
  const pictures = Object.fromEntries(
    Object.entries(givenPictures).map(([name, { name: file }]) => [name, file]),
  );
  const cards = await changeList<Card>(
    context,
    list.part,
    (before) => parse(list.schema, change(before, { words: texts, pictures })),
    (tx) =>
      writePictures(
        tx,
        added.map(({ picture }) => picture),
        new Map(),
      ),
  );
  return formatCards(context, list, cards);
}

async function readPictures(
  { pictures, folder, noun }: CardList,
  options: CommandInput["options"],
  workingFolder: string,
): Promise<Record<string, GivenPicture>> {
  const givenPictures: Record<string, GivenPicture> = {};
  for (const name of Object.keys(pictures)) {
    const file = options[name];
    if (file !== undefined)
      givenPictures[name] = await readGivenPicture(path.resolve(workingFolder, file), noun, folder);
  }
  return givenPictures;
}

async function formatCards(
  { db }: Context,
  { folder, texts, pictures, of, on }: CardList,
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
      Object.entries(texts).map(([name, { option }]) => [option, String(card[name])]),
    ),
    pictures: Object.fromEntries(Object.keys(pictures).map((name) => [name, toHref(card, name)])),
  }));
  const [first = "", second = ""] = Object.keys(texts);
  return {
    columns: ["place", first, second],
    rows: cards.map((card, at) => [at + 1, String(card[first]), String(card[second])]),
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
