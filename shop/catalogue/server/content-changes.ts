import { isDeepStrictEqual } from "node:util";
import { formatRoundRupees } from "#contract/money.ts";
import type { ChangeSubject } from "#contract/operator-results.ts";
import { isObject, omitAbsent, readText } from "#contract/read.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import { isSample } from "#shop/seller/seller.ts";
import { type Rules, formatSpan, STANDARD_RULES } from "#shop/policies/rules.ts";
import { weekdays } from "#shop/policies/workdays.ts";
import type { HomeContentFiles } from "./owner-folder/home-content-files.ts";

/** Some parts of the home content. Null means that the part did not exist. */
type ContentParts = { [Part in keyof HomeContentFiles]?: HomeContentFiles[Part] | null };

type Part = keyof HomeContentFiles;

export interface ContentChange {
  from: ContentParts;
  to: ContentParts;
}

export function compareContent(before: HomeContentFiles, after: HomeContentFiles): ContentChange | null {
  const names = toParts({ ...before, ...after }).filter((name) => !isEqualValue(before[name], after[name]));
  if (names.length === 0) return null;
  return { from: pickParts(before, names), to: pickParts(after, names) };
}

/** Returns the content with this part, or without it if the part is empty. */
export const withPart = <Name extends Part>(
  content: HomeContentFiles,
  name: Name,
  part: HomeContentFiles[Name],
): HomeContentFiles =>
  omitAbsent({ ...content, [name]: Object.keys(part ?? {}).length > 0 ? part : null }) as HomeContentFiles;

/**
 * True if the seller, taxes, shipping fees or cash on delivery were changed. Only an owner may undo this (T57). The
 * name of the shop is stored with the seller, but a manager may change it.
 */
export const changesMoney = ({ from, to }: ContentChange): boolean =>
  listChangedFields(from.seller ?? {}, to.seller ?? {}).some((field) => field !== "tradeName") ||
  "taxes" in to ||
  MONEY_RULES.some((name) => !isEqualValue(from.rules?.[name], to.rules?.[name]));

const MONEY_RULES = ["shippingFee", "freeShippingFrom", "cashOnDelivery"] as const;

/** The subject of each part for `undo --about`, by default `home`. For `seller`, each field has a subject instead. */
const subjects: Partial<Record<Part, ChangeSubject>> = {
  brand: "shop",
  couriers: "selling",
  rules: "selling",
  taxes: "taxes",
  texts: "texts",
};

/** The subjects of the seller's fields that other screens change. The default is `seller`. */
const sellerSubjects: Readonly<Record<string, ChangeSubject>> = {
  coupon: "selling",
  taxRates: "taxes",
  tradeName: "shop",
};

export const isContentAbout = ({ from, to }: ContentChange, subject: string): boolean =>
  toParts(to).some((part) =>
    part === "seller"
      ? listChangedFields(from.seller ?? {}, to.seller ?? {}).some(
          (field) => (sellerSubjects[field] ?? "seller") === subject,
        )
      : (subjects[part] ?? "home") === subject,
  );

const pickParts = (content: HomeContentFiles, names: readonly Part[]): ContentParts =>
  Object.fromEntries(names.map((name) => [name, content[name] ?? null]));

/** Undoes a change. @throws CommandRefused if the same values were changed again later */
export function undoContentChange(current: HomeContentFiles, { from, to }: ContentChange): HomeContentFiles {
  const undone = toParts(to).map((name) => [name, undoPart(name, current[name], from[name], to[name])]);
  const entries = Object.entries({ ...current, ...Object.fromEntries(undone) }).filter(
    ([, part]) => part !== null,
  );
  return Object.fromEntries(entries) as unknown as HomeContentFiles;
}

/** Restores only the fields that this change set. Later changes of other fields stay. Lists are restored as a whole. */
function undoPart(name: Part, current: unknown, from: unknown, to: unknown): unknown {
  if (isEqualValue(current, to)) return from;
  const [now, before, after] = [current ?? {}, from ?? {}, to ?? {}];
  if (!isObject(now) || !isObject(before) || !isObject(after)) return refuseLaterChange(name);
  const changed = listChangedFields(before, after);
  if (changed.some((key) => !isEqualValue(now[key], after[key]))) return refuseLaterChange(name);
  const undone = { ...now, ...Object.fromEntries(changed.map((key) => [key, before[key]])) };
  return Object.fromEntries(Object.entries(undone).filter(([, value]) => value !== undefined));
}

const listChangedFields = (before: Fields, after: Fields): string[] =>
  Object.keys({ ...before, ...after }).filter((name) => !isEqualValue(before[name], after[name]));

function refuseLaterChange(name: Part): never {
  throw new CommandRefused(`A later change also affected ${labels[name]}. Undo the later change first.`);
}

const toParts = (parts: ContentParts): Part[] => Object.keys(parts) as Part[];

const isEqualValue = (first: unknown, other: unknown): boolean =>
  isDeepStrictEqual(toStored(first ?? null), toStored(other ?? null));

/** Removes undefined fields, which JSON cannot contain. */
export const toStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

const labels: Record<Part, string> = {
  collections: "the Collections menu",
  hotProducts: "the Hot Products tiles",
  banners: "the banners",
  offerCards: "the offer cards",
  home: "the sections of the home page",
  tiles: "the tiles of Shop by Category",
  services: "the service cards",
  videos: "the films",
  story: "the pictures of Our Story",
  scenes: "the pictures on other pages",
  looks: "the looks",
  makers: "the makers",
  seller: "the seller",
  brand: "the brand",
  rules: "the rules",
  texts: "the texts",
  menu: "the menus",
  taxes: "the taxes",
  couriers: "the couriers",
  specialOffer: "the special offer",
};

/** Returns lines that describe the changed parts, such as `the rules: shipping fee ₹80 → ₹120`. */
export const listContentChanges = ({ from, to }: ContentChange): string[] =>
  toParts(to).flatMap((part) => {
    if (part === "texts") return listTextChanges(from.texts ?? {}, to.texts ?? {});
    if (part === "specialOffer")
      return [`${labels[part]}: ${formatOffer(from[part])} → ${formatOffer(to[part])}`];
    if (part === "taxes") return listTaxChanges(from.taxes, to.taxes);
    if (part === "brand") return listBrandChanges(from.brand ?? {}, to.brand ?? {});
    if (part === "rules")
      return describeObject(labels.rules, formatRules(from.rules), formatRules(to.rules), "none");
    const [before, after] = [from[part] ?? undefined, to[part] ?? undefined];
    if (Array.isArray(before) || Array.isArray(after)) return [describeList(part, before, after)];
    return isObject(before) && isObject(after)
      ? describeObject(labels[part], before, after)
      : describeWhole(labels[part], before, after);
  });

const formatOffer = (offer: ContentParts["specialOffer"]): string =>
  offer ? `"${[offer.heading, ...offer.points].join(" · ")}"` : "none";

function describeList(part: Part, before: unknown, after: unknown): string {
  const [from, to] = [before, after].map((entries) =>
    Array.isArray(entries) ? entries.map(nameEntry).join(", ") || "none" : "standard",
  );
  return from === to ? labels[part] : `${labels[part]}: ${from} → ${to}`;
}

function nameEntry(entry: Fields): string {
  const section = readText(entry["section"]);
  const title = readText(entry["title"]);
  if (section) return title ? `${section} "${title}"` : section;
  const names = ["heading", "name", "title", "subcategory", "place", "alt"];
  return names.map((name) => readText(entry[name])).find(Boolean) ?? "";
}

type BrandInFile = NonNullable<HomeContentFiles["brand"]>;

function listBrandChanges(
  { logo: oldLogo, mark: oldMark, ...before }: BrandInFile,
  { logo, mark, ...after }: BrandInFile,
): string[] {
  return [
    ...describeObject(labels.brand, nameFields(before), nameFields(after)),
    ...describeWhole("the logo", oldLogo, logo),
    ...describeWhole("the square logo", oldMark, mark),
  ];
}

const nameFields = ({ colours, fonts, ...fields }: BrandInFile): Fields => ({
  ...fields,
  mainColour: colours?.main,
  accentColour: colours?.accent,
  headingFont: fonts?.heading,
  textFont: fonts?.text,
});

function listTextChanges(
  before: NonNullable<HomeContentFiles["texts"]>,
  after: NonNullable<HomeContentFiles["texts"]>,
): string[] {
  const names = Object.keys({ ...before, ...after }) as (keyof typeof before)[];
  return names.flatMap((name) => {
    const [from, to] = [before[name], after[name]];
    if (from === to) return [];
    const change =
      to === undefined
        ? "the standard text again"
        : from === undefined
          ? "your own text instead of the standard text"
          : describeWords(from, to);
    return [`the text ${name.replace("mails/", "of the e-mail ")}: ${change}`];
  });
}

/**
 * Returns the changed words of a text, with a word on each side: `"within five days" → "within six days"`. If only the
 * Markdown syntax has changed, says so instead.
 */
function describeWords(before: string, after: string): string {
  const [from, to] = [listTextWords(before), listTextWords(after)];
  const length = Math.min(from.length, to.length);
  let start = 0;
  while (start < length && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < length - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  if (start === from.length && start === to.length) return "headings, lists or links";
  const quote = (words: readonly string[]) => {
    const changed = words.slice(Math.max(0, start - 1), words.length - Math.max(0, end - 1)).join(" ");
    return `"${changed.length > MAX_SHOWN_LENGTH ? `${changed.slice(0, MAX_SHOWN_LENGTH).trimEnd()}…` : changed}"`;
  };
  return `${quote(from)} → ${quote(to)}`;
}

/** Returns the words of a text without its Markdown syntax. */
const listTextWords = (text: string): string[] =>
  text
    .replaceAll(/^(?:#+|-|\d+\.) |\*\*|\s*\{#[\w-]+\}|\]\([^)]*\)|\[/gm, "")
    .split(/\s+/)
    .filter(Boolean);

type TaxesInFile = HomeContentFiles["taxes"] | null;

function listTaxChanges(before: TaxesInFile, after: TaxesInFile): string[] {
  const toRates = (taxes: TaxesInFile) =>
    new Map(
      taxes?.rates.map(({ rate, from, ...goods }) => [
        `${describeGoods(goods)}${from === undefined ? "" : ` from ${from}`}`,
        `${rate} %`,
      ]),
    );
  const [previous, now] = [toRates(before), toRates(after)];
  const lines = [...new Set([...previous.keys(), ...now.keys()])].flatMap((goods) => {
    const [from, to] = [previous.get(goods), now.get(goods)];
    if (from === to) return [];
    return [`the GST of ${goods}: ${[from, to ?? "removed"].filter(Boolean).join(" → ")}`];
  });
  return before?.companyPlaceOfSupply === after?.companyPlaceOfSupply || (!before && lines.length > 0)
    ? lines
    : [...lines, "the place of supply of companies"];
}

export const describeGoods = ({ hsn, products }: { hsn?: string; products?: string[] }): string =>
  hsn === undefined ? (products?.join(", ") ?? "all products") : `HSN ${hsn}`;

function describeWhole(label: string, before: unknown, after: unknown): string[] {
  if (isEqualValue(before, after)) return [];
  return [`${label}: ${before === undefined ? "new" : after === undefined ? "removed" : "changed"}`];
}

function formatRules(ownRules: ContentParts["rules"]): object {
  const rules: Rules = { ...STANDARD_RULES, ...ownRules };
  return { ...rules, workdays: rules.workdays.map((day) => weekdays[day]) };
}

type Fields = Readonly<Record<string, unknown>>;

function describeObject(label: string, before: object, after: object, unset = "standard"): string[] {
  const parts = listFieldChanges(toStored(before) as Fields, toStored(after) as Fields, unset);
  return parts.length === 0 ? [] : [`${label}: ${parts.join(", ")}`];
}

function listFieldChanges(before: Fields, after: Fields, unset: string): string[] {
  return Object.keys({ ...before, ...after }).flatMap((name) => {
    const [from, to] = [before[name], after[name]];
    if (isDeepStrictEqual(from, to)) return [];
    if (name === "socialLinks") return listLinkChanges(from, to);
    if (isObject(from) && isObject(to) && !isSpan(to))
      return listFieldChanges(from, to, unset).map((part) => `${toLabel(name)} ${part}`);
    const [previous, now] = [from, to].map((value) =>
      value === undefined ? unset : formatValue(name, value),
    );
    // Omit a sample value that came with the shop, because the owner did not enter it.
    if (typeof from === "string" && isSample(from) && now !== null) return [`${toLabel(name)} ${now}`];
    return [previous === null || now === null ? toLabel(name) : `${toLabel(name)} ${previous} → ${now}`];
  });
}

/** Returns the changed links to social media, such as `link to Instagram none → https://…`. Omits samples. */
function listLinkChanges(before: unknown, after: unknown): string[] {
  const [from, to] = [before, after].map(
    (links) =>
      new Map(
        (Array.isArray(links) ? (links as Fields[]) : []).map(
          ({ name, url }) => [readText(name), readText(url)] as const,
        ),
      ),
  );
  return [...new Set([...(from?.keys() ?? []), ...(to?.keys() ?? [])])].flatMap((name) => {
    const [previous, now] = [from?.get(name), to?.get(name)].map((url) =>
      url === undefined || isSample(url) ? "none" : url,
    );
    return previous === now ? [] : [`link to ${name} ${previous} → ${now}`];
  });
}

const isSpan = (value: Fields): value is { least: number; most: number } =>
  typeof value["least"] === "number" && typeof value["most"] === "number";

/** The labels of fields whose labels on the screens differ from their names in the file. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  cgst: "CGST",
  gstin: "GSTIN",
  jurisdictionCity: "city of jurisdiction",
  orderPrefix: "letters before order numbers",
  sgst: "SGST",
  toConfirm: "statements to confirm",
  tradeName: "shop name",
  zipCode: "PIN",
};

export const toLabel = (name: string): string =>
  FIELD_LABELS[name] ?? name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const inRupees: ReadonlySet<string> = new Set(["shippingFee", "freeShippingFrom", "upTo", "amount", "from"]);

const MAX_SHOWN_LENGTH = 60;

function formatValue(name: string, value: unknown): string | null {
  if (value === null) return "none";
  if (typeof value === "number") return inRupees.has(name) ? formatRoundRupees(value) : String(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value.length > MAX_SHOWN_LENGTH ? null : `"${value}"`;
  if (Array.isArray(value)) {
    const isPlain = value.every((entry) => typeof entry === "string");
    return isPlain ? formatValue(name, value.join(", ")) : null;
  }
  if (!isObject(value)) return null;
  if (isSpan(value)) return formatSpan(value);
  const parts = Object.entries(value).map(([key, entry]) => [toLabel(key), formatValue(key, entry)]);
  return parts.some(([, text]) => text === null)
    ? null
    : `(${parts.map((part) => part.join(" ")).join(", ")})`;
}
