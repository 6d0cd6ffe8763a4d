import { eq } from "drizzle-orm";
import * as v from "valibot";
import type { Context } from "#platform/context.ts";
import {
  requireConfirmation,
  type Command,
  type CommandInput,
  CommandRefused,
  type CommandResult,
  defineCommand,
  isReading,
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
import { changeByHand } from "./catalogue-changes.ts";
import { bannersFile, type HomeContentFiles, makersFile } from "./owner-folder/home-content-files.ts";
import { getSnapshot, refreshSnapshot } from "./snapshot/snapshot.ts";
import { product } from "./tables.ts";
import type { ReturnedData } from "#contract/command-data.ts";
import { cardLists as shownLists, homePage } from "../results.ts";

/* The content of the home page in order. A change by command is kept until the owner's folder contains a new
   value; undo restores the previous value (decision 065). */

/** The name of each section, and the command or file that fills it. */
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
  testimonials: { name: "Testimonials", from: "reviews list --testimonials" },
};

const home: Command = defineCommand({
  ...homePage,
  reads: "alone",
  summary: "The sections of the home page: show one or not, put it at another place, give it another title.",
  preview: "rehearse",
  args: [{ name: "section", summary: "which one, as in: home", choices: homeSections, optional: true }],
  options: {
    place: { summary: "1 is the first", kind: "number" },
    shown: { summary: "whether it is on the page", choices: ["yes", "no"] },
    title: { summary: "its title; none is the usual one", or: ["none"] },
    text: { summary: "the line below the title of newly-launched; none is the usual one", or: ["none"] },
  },
  revision: async (context) => toRevision(await readPart(context, "home")),
  examples: [
    "home",
    "home testimonials --place 2",
    "home films --shown no",
    'home newly-launched --title "Fresh from the lathe"',
  ],
  async run(context, input) {
    if (isReading(home, input)) {
      await refreshSnapshot(context);
      return formatSections(getSnapshot(context).files);
    }
    const { args, options } = input;
    const section = homeSections.find((name) => name === args["section"]);
    if (!section) throw new UsageError("Name the section. See: home");
    if (Object.values(options).every((option) => option === undefined))
      throw new UsageError("Say what is to be changed: --place, --shown, --title or --text.");
    const files = await changeByHand(context, async (_tx, { homeContent }) => {
      const sections = changeSection(homeContent.home ?? STANDARD, section, options);
      const { home: _before, ...others } = homeContent;
      const isStandard = JSON.stringify(sections) === JSON.stringify(STANDARD);
      const changed: HomeContentFiles = isStandard ? others : { ...others, home: sections };
      return { answer: changed, homeContent: changed };
    });
    await refreshSnapshot(context);
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
  if (shown === "no") return parse(homeFile, others, "The page needs a section: show another one first.");
  if (at < 0 && shown === undefined && place === undefined)
    throw new CommandRefused(`${sections[section].name} is not on the page. Show it first: --shown yes`);
  const texts = { title, text };
  const current: Readonly<Record<string, string | undefined>> = before[at] ?? {};
  const changes = Object.entries(texts).flatMap(([name, text]) => {
    const value = text === undefined ? current[name] : text === "none" ? undefined : text;
    return value === undefined ? [] : [[name, value]];
  });
  const changed = { section, ...Object.fromEntries(changes) };
  return parse(homeFile, others.toSpliced(toIndex(place, at, others.length), 0, changed));
}

/** The index for a section that becomes visible: its default position or the last. */
function toIndex(place: string | undefined, at: number, last: number): number {
  if (place === undefined) return at < 0 ? last : at;
  const index = Number(place) - 1;
  if (index < 0 || index > last)
    throw new UsageError(`The page has no place ${place}, only 1 to ${last + 1}.`);
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

/** A list of cards with pictures; each card is changed by its position. */
interface CardList {
  noun: keyof typeof shownLists;
  part: "banners" | "offerCards" | "makers";
  /** The page that shows them. */
  on: string;
  /** True if the list may be empty. */
  canBeEmpty?: true;
  /** True if products have the name of their entry, which follows a new one. */
  namesProducts?: true;
  /** The name of one entry in messages. */
  of: string;
  schema: v.GenericSchema<unknown, NonNullable<HomeContentFiles[CardList["part"]]>>;
  /** The editable texts of an entry, by their field names in the file. */
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
      heading: { option: "heading", summary: "the large words on it" },
      subHeading: { option: "text", summary: "the line below" },
      alt: { option: "words", summary: "what is to be seen, for whoever cannot see it" },
    },
    pictures: {
      desktop: { summary: "a wide photograph, 1920 × 800 or larger" },
      mobile: { summary: "an upright photograph, 900 × 1200 or larger" },
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
      title: { option: "title", summary: "the words on it" },
      href: {
        option: "page",
        summary: "the page of the shop it leads to, e.g. /products?category=Tableware",
      },
      alt: { option: "words", summary: "what is to be seen, for whoever cannot see it" },
    },
    pictures: { picture: { summary: "a photograph, 900 × 600 or larger" } },
    folder: "offers",
    example: '--title "Kitchenware collections"',
  },
  {
    noun: "makers",
    part: "makers",
    of: "maker",
    on: "Our Story",
    canBeEmpty: true,
    namesProducts: true,
    schema: makersFile,
    texts: {
      name: { option: "name", summary: "the name of a person or a workshop" },
      place: { option: "in", summary: "the town or village, such as Saharanpur" },
      since: { option: "since", summary: "the year since when, such as 1998" },
      alt: { option: "words", summary: "what is to be seen on the picture, for whoever cannot see it" },
    },
    pictures: { picture: { summary: "a photograph, 900 × 900 or larger" } },
    folder: "story",
    example: '--name "Lake Workshop" --in Saharanpur --since 1998 --words "A man at a lathe"',
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
    revision: async (context) => toRevision(await readPart(context, list.part)),
    summary: `The ${of}s of ${list.on} in their order: change one, add one, move it or take it off.`,
    args: [
      { name: "place", summary: `which ${of}, as in: ${noun}`, kind: "number", or: ["new"], optional: true },
    ],
    options: {
      ...Object.fromEntries(Object.values(list.texts).map(({ option, summary }) => [option, { summary }])),
      ...Object.fromEntries(
        Object.entries(list.pictures).map(([name, { summary }]) => [
          name,
          { summary, kind: "picture" as const },
        ]),
      ),
      to: { summary: "the place where it stands from now on", kind: "number" },
      remove: { summary: `take it off ${list.on}`, flag: true },
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
      if (isReading(command, input)) {
        await refreshSnapshot(context);
        return formatCards(context, list, getSnapshot(context).files[list.part] ?? []);
      }
      const { place } = input.args;
      if (place === undefined) throw new UsageError(`Name the place of the ${of}, or new. See: ${noun}`);
      if (place === "new")
        return changeCards(context, list, input, (cards, input) => addCard(cards, input, list));
      if (!input.options["remove"])
        return changeCards(context, list, input, (cards, given) => setCard(cards, given, list, input));
      requireConfirmation(input, `Take ${of} ${place} off ${list.on}?`);
      return changeCards(context, list, input, (cards) => {
        if (cards.length === 1 && !list.canBeEmpty)
          throw new CommandRefused(`This is the last ${of}. Hide the section instead: home`);
        return cards.toSpliced(findPlace(cards, place, of), 1);
      });
    },
  });
  return command;
}

function setCard(
  cards: readonly Card[],
  { words, pictures }: Said,
  list: CardList,
  { args, options: { to } }: CommandInput,
): readonly Card[] {
  const at = findPlace(cards, args["place"], list.of);
  if (to === undefined && Object.keys({ ...words, ...pictures }).length === 0)
    throw new UsageError(`Say what is to be changed: ${nameOptions(list)}, --to or --remove.`);
  const changed = { ...cards[at], ...words, ...pictures };
  return cards.toSpliced(at, 1).toSpliced(to === undefined ? at : findPlace(cards, to, list.of), 0, changed);
}

function addCard(cards: readonly Card[], { words, pictures }: Said, list: CardList): readonly Card[] {
  const missing = Object.keys(list.pictures).filter((name) => pictures[name] === undefined);
  if (missing.length > 0)
    throw new UsageError(
      `A new ${list.of} needs ${missing.map((name) => `--${name}`).join(" and ")}.`,
      Object.fromEntries(missing.map((name) => [name, "Choose a photograph."])),
    );
  if (cards.length >= MAX_CARDS) throw new CommandRefused(`Up to ${MAX_CARDS} ${list.of}s can be shown.`);
  return [...cards, { ...words, ...pictures }];
}

const nameOptions = ({ texts, pictures }: CardList): string =>
  [...Object.values(texts).map(({ option }) => option), ...Object.keys(pictures)]
    .map((name) => `--${name}`)
    .join(", ");

function findPlace(cards: readonly Card[], input: string | undefined, listName: string): number {
  const at = Number(input) - 1;
  if (!(at >= 0 && at < cards.length))
    throw new UsageError(`There is no ${listName} ${input ?? ""}. Write a number from 1 to ${cards.length}.`);
  return at;
}

interface Said {
  words: Record<string, string>;
  /** The names of the uploaded pictures. */
  pictures: Record<string, string>;
}

async function changeCards(
  context: Context,
  list: CardList,
  { options, folder }: CommandInput,
  change: (cards: readonly Card[], input: Said) => readonly Card[],
): Promise<CommandResult<ShownCards>> {
  const texts = Object.fromEntries(
    Object.entries(list.texts).flatMap(([name, { option }]) =>
      options[option] === undefined ? [] : [[name, options[option]]],
    ),
  );
  const givenPictures = await readPictures(list, options, folder);
  // The same photograph may be uploaded twice.
  const added = [...new Map(Object.values(givenPictures).map((each) => [each.name, each])).values()];
  await keepPictures(context, added);
  const pictures = Object.fromEntries(
    Object.entries(givenPictures).map(([name, { name: file }]) => [name, file]),
  );
  const changeList = (before: readonly Card[]) =>
    parse(list.schema, change(before, { words: texts, pictures }));
  const files = await changeByHand(
    context,
    async (tx, { homeContent, nextRevision: revision }) => {
      const before = homeContent[list.part] ?? [];
      const cards = changeList(before);
      await writePictures(
        tx,
        added.map(({ picture }) => picture),
        new Map(),
      );
      const renamed = list.namesProducts ? findRenamed(before, cards) : null;
      if (renamed)
        await tx.update(product).set({ maker: renamed.to, revision }).where(eq(product.maker, renamed.from));
      const after: HomeContentFiles = { ...homeContent, [list.part]: cards };
      return { answer: after, homeContent: after };
    },
    async (tx, homeContent) => {
      const before = homeContent[list.part] ?? [];
      const renamed = list.namesProducts ? findRenamed(before, changeList(before)) : null;
      if (!renamed) return [];
      const rows = await tx.select({ id: product.id }).from(product).where(eq(product.maker, renamed.from));
      return rows.map(({ id }) => id);
    },
  );
  await refreshSnapshot(context);
  return formatCards(context, list, files[list.part] ?? []);
}

/** The name that has left a list, and the one that has taken its place: null for an entry that was removed. */
function findRenamed(
  before: readonly Card[],
  after: readonly Card[],
): { from: string; to: string | null } | null {
  const [from] = listNames(before).filter((name) => !listNames(after).includes(name));
  const [to = null] = listNames(after).filter((name) => !listNames(before).includes(name));
  return from === undefined ? null : { from, to };
}

const listNames = (cards: readonly Card[]): string[] => cards.map(({ name }) => String(name));

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
    // Keyed by the options that change them.
    texts: Object.fromEntries(
      Object.entries(texts).map(([name, { option }]) => [option, String(card[name])]),
    ),
    pictures: Object.fromEntries(Object.keys(pictures).map((name) => [name, toHref(card, name)])),
  }));
  const [first = "", second = ""] = Object.keys(texts);
  return {
    columns: ["place", first, second],
    rows: cards.map((card, at) => [at + 1, String(card[first]), String(card[second])]),
    message: `${cards.length} ${of}${cards.length === 1 ? "" : "s"} on ${on}.`,
    data: { cards: rows, revision: toRevision(cards) },
  };
}

/** Parses the part as its file contains it. @throws CommandRefused with the field and its error */
function parse<S extends v.GenericSchema>(schema: S, value: unknown, message?: string): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortPipeEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = (issue.path ?? []).map(({ key }) => String(key)).findLast((key) => !/^\d+$/.test(key));
  throw new CommandRefused(
    message ?? `${field ?? "The list"} ${issue.type === "object" ? "is missing." : issue.message}`,
  );
}

async function readPart(context: Context, part: "home" | CardList["part"]): Promise<unknown> {
  await refreshSnapshot(context);
  return getSnapshot(context).files[part];
}

/** The operator's commands for the home page: its sections, banners and offer cards. */
export const homePageCommands: Command[] = [home, ...lists.map(createCardCommand)];
