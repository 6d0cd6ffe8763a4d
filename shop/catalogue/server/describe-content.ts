import { toChoiceLabel, toLabel } from "#contract/field-labels.ts";
import { formatDay, isDay } from "#contract/dates.ts";
import { formatRoundRupees } from "#contract/money.ts";
import { getOwn, isObject, readText } from "#contract/read.ts";
import { joinFirst, uncapitalise } from "#contract/text.ts";
import { homeSections, sectionNames } from "#shop/merchandising/home-content.ts";
import { formatSpan, type Rules, STANDARD_RULES } from "#shop/policies/rules.ts";
import { ruleOptionNames } from "#shop/policies/rule-table.ts";
import { weekdays } from "#shop/policies/workdays.ts";
import { isSample } from "#shop/seller/seller.ts";
import { labelText } from "#shop/texts/labels.ts";
import { sellerOptionNames } from "../command-results.ts";
import {
  type ContentChange,
  type ContentParts,
  type Fields,
  isEqualValue,
  listChangedFields,
  type Part,
  partLabels,
  toParts,
  toStored,
} from "./content-changes.ts";
import type { HomeContentFiles } from "./owner-folder/home-content-files.ts";

/* Describes changes of the home page and the settings for the owner, with the names of the fields on the screens. */

/** Returns the title of a product, or its id if it is not in the shop. */
type TitleOf = (id: string) => string;

/** Returns lines that describe the changed parts, such as `the rules: shipping fee ₹80 → ₹120`. */
export const listContentChanges = ({ from, to }: ContentChange, titleOf: TitleOf = (id) => id): string[] =>
  toParts(to).flatMap((part) => {
    if (part === "texts") return listTextChanges(from.texts ?? {}, to.texts ?? {});
    if (part === "specialOffer") return [describeOffer(from[part], to[part])];
    if (part === "taxes") return listTaxChanges(from.taxes, to.taxes, titleOf);
    if (part === "brand") return listBrandChanges(from.brand ?? {}, to.brand ?? {});
    if (part === "rules")
      return describeObject("rules", formatRules(from.rules), formatRules(to.rules), "none");
    if (part === "menu") return listMenuChanges(from.menu ?? {}, to.menu ?? {}, titleOf);
    const standard = part === "home" ? homeSections.map((section) => ({ section })) : undefined;
    const [before, after] = [from[part] ?? standard, to[part] ?? standard];
    if (Array.isArray(before) || Array.isArray(after))
      return [describeList(part, partLabels[part], toEntries(before), toEntries(after), titleOf)];
    return isObject(before) && isObject(after)
      ? describeObject(part, before, after)
      : describeWhole(partLabels[part], before, after);
  });

const toEntries = (value: unknown): Fields[] => (Array.isArray(value) ? (toStored(value) as Fields[]) : []);

const formatOffer = (offer: ContentParts["specialOffer"]): string =>
  offer ? `"${[offer.heading, ...offer.points].join(" · ")}"` : "none";

function describeOffer(from: ContentParts["specialOffer"], to: ContentParts["specialOffer"]): string {
  const label = partLabels.specialOffer;
  if (!from || !to) return `${label}: ${formatOffer(from)} → ${formatOffer(to)}`;
  const toFields = ({ points: _points, toConfirm: _statements, ...fields }: typeof from) => fields;
  const fields = listFieldChanges("specialOffer", toFields(from), toFields(to), "none");
  const [before, after] = [from, to].map(({ points }) => points.map((point) => ({ point })));
  const points = isEqualValue(before, after)
    ? []
    : listEntryChanges("specialOffer", before ?? [], after ?? [], (id) => id);
  return `${label}: ${[...fields, ...points].join(", ")}`;
}

type MenuInFile = NonNullable<HomeContentFiles["menu"]>;

function listMenuChanges(before: MenuInFile, after: MenuInFile, titleOf: TitleOf): string[] {
  const lists = [
    ["menu", partLabels.menu],
    ["pages", "the texts above the lists of products"],
  ] as const;
  return [
    ...lists.flatMap(([key, label]) =>
      isEqualValue(before[key], after[key])
        ? []
        : key === "menu" && !(before.menu && after.menu)
          ? [`${label}: ${formatMenus(before.menu)} → ${formatMenus(after.menu)}`]
          : [describeList("menu", label, toEntries(before[key]), toEntries(after[key]), titleOf)],
    ),
    ...(isEqualValue(before.search, after.search)
      ? []
      : [
          `the product types below the search field: ${formatKinds(before.search)} → ${formatKinds(after.search)}`,
        ]),
  ];
}

const formatKinds = (kinds: readonly string[] | undefined): string =>
  kinds?.join(", ") ?? "chosen by the shop";

const formatMenus = (menus: MenuInFile["menu"]): string => formatKinds(menus?.map(({ name }) => name));

/** The maximum number of changes that are described for a list. */
const MOST_NAMED = 4;

function describeList(
  part: Part,
  label: string,
  before: readonly Fields[],
  after: readonly Fields[],
  titleOf: TitleOf,
): string {
  const changes = listEntryChanges(part, before, after, titleOf);
  return changes.length === 0 ? label : `${label}: ${joinFirst(changes, MOST_NAMED)}`;
}

/** Returns for example `“For tea” added`, `“For tea” moved from 2 to 1` or `“For tea”: text "A tray" → "A bowl"`. */
function listEntryChanges(
  part: Part,
  before: readonly Fields[],
  after: readonly Fields[],
  titleOf: TitleOf,
): string[] {
  const [added, removed] = part === "home" ? ["shown", "hidden"] : ["added", "removed"];
  const old = before.filter((entry) => !after.some((other) => isEqualValue(entry, other)));
  const fresh = after.filter((entry) => !before.some((other) => isEqualValue(entry, other)));
  const pairs = new Map<Fields, Fields>();
  for (const entry of old) {
    const free = fresh.filter((other) => ![...pairs.values()].includes(other));
    const isInPlace = (other: Fields) =>
      before.length === after.length && before.indexOf(entry) === after.indexOf(other);
    const pair = free.find((other) => nameEntry(other) === nameEntry(entry)) ?? free.find(isInPlace);
    if (pair) pairs.set(entry, pair);
  }
  const describe = (from: Fields, to: Fields) => describeEntry(part, from, to, titleOf);
  const changes = [
    ...old.flatMap((entry) => {
      const pair = pairs.get(entry);
      if (pair) return [...describe(entry, pair), ...describeMove(before, after, entry, pair)];
      return part === "hotProducts"
        ? describe(entry, withoutProduct(entry))
        : [`“${nameEntry(entry)}” ${removed}`];
    }),
    ...fresh
      .filter((entry) => ![...pairs.values()].includes(entry))
      .flatMap((entry) =>
        part === "hotProducts" ? describe(withoutProduct(entry), entry) : [`“${nameEntry(entry)}” ${added}`],
      ),
  ];
  return changes.length > 0 ? changes : describeOrder(before, after);
}

/** A Hot Products tile without a product is not stored, so compare with this tile instead. */
const withoutProduct = ({ product: _product, ...tile }: Fields): Fields => tile;

function describeOrder(before: readonly Fields[], after: readonly Fields[]): string[] {
  const moves = before.flatMap((entry) => {
    const now = after.find((other) => isEqualValue(entry, other));
    return now ? describeMove(before, after, entry, now).map((move) => `“${nameEntry(entry)}” ${move}`) : [];
  });
  return [moves[0] ?? "in another order"];
}

/** Returns for example `moved from 2 to 1` if only this entry was moved. */
function describeMove(
  before: readonly Fields[],
  after: readonly Fields[],
  from: Fields,
  to: Fields,
): string[] {
  const [old, now] = [before.indexOf(from), after.indexOf(to)];
  const isMoved = old !== now && isEqualValue(before.toSpliced(old, 1), after.toSpliced(now, 1));
  return isMoved ? [`moved from ${old + 1} to ${now + 1}`] : [];
}

function describeEntry(part: Part, from: Fields, to: Fields, titleOf: TitleOf): string[] {
  const [before, after] = [from, to].map((entry) => ({
    ...entry,
    ...(entry["product"] !== undefined && { product: titleOf(readText(entry["product"])) }),
  }));
  const changes = listFieldChanges(part, before ?? {}, after ?? {}, "none");
  if (changes.length === 0) return [];
  const isRenamed = nameEntry(from) !== nameEntry(to);
  return [isRenamed ? changes.join(", ") : `“${nameEntry(to)}”: ${changes.join(", ")}`];
}

const NAMES = ["heading", "name", "title", "subcategory", "place", "alt", "point"];

function nameEntry(entry: Fields): string {
  const section = homeSections.find((name) => name === entry["section"]);
  if (section) return sectionNames[section];
  const name = NAMES.find((field) => readText(entry[field]) !== "");
  return name === undefined ? "" : toChoiceLabel("page", readText(entry[name]));
}

type BrandInFile = NonNullable<HomeContentFiles["brand"]>;

function listBrandChanges(
  { logo: oldLogo, mark: oldMark, ...before }: BrandInFile,
  { logo, mark, ...after }: BrandInFile,
): string[] {
  return [
    ...describeObject("brand", nameFields(before), nameFields(after)),
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
    return [`the text “${labelText(name)}”: ${change}`];
  });
}

/**
 * Returns the changed words of a text, with a word on each side: `"within five days" → "within six days"`. If only the
 * Markdown syntax has changed, returns `headings, lists or links`.
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

function listTaxChanges(before: TaxesInFile, after: TaxesInFile, titleOf: TitleOf): string[] {
  const toRates = (taxes: TaxesInFile) =>
    new Map(
      taxes?.rates.map(({ rate, from, ...goods }) => [
        `${describeGoods(goods, titleOf)}${from === undefined ? "" : ` from ${from}`}`,
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

export const describeGoods = (
  { hsn, products }: { hsn?: string; products?: string[] },
  titleOf: TitleOf = (id) => id,
): string => (hsn === undefined ? (products?.map(titleOf).join(", ") ?? "all products") : `HSN ${hsn}`);

function describeWhole(label: string, before: unknown, after: unknown): string[] {
  if (isEqualValue(before, after)) return [];
  return [`${label}: ${before === undefined ? "new" : after === undefined ? "removed" : "changed"}`];
}

function formatRules(ownRules: ContentParts["rules"]): object {
  const rules: Rules = { ...STANDARD_RULES, ...ownRules };
  const { deliverTo } = rules;
  return {
    ...rules,
    workdays: rules.workdays.map((day) => weekdays[day]),
    deliverTo:
      deliverTo === undefined ? "the listed places" : deliverTo === "India" ? "all of India" : deliverTo,
  };
}

function describeObject(part: Part, before: object, after: object, unset = "standard"): string[] {
  const parts = listFieldChanges(part, toStored(before) as Fields, toStored(after) as Fields, unset);
  return parts.length === 0 ? [] : [`${partLabels[part]}: ${parts.join(", ")}`];
}

/** `path` is the prefix of the names of nested fields, such as `address.`; empty for fields that are not nested. */
function listFieldChanges(part: Part, before: Fields, after: Fields, unset: string, path = ""): string[] {
  return listChangedFields(before, after).flatMap((name) => {
    const [from, to] = [before[name], after[name]];
    if (name === "socialLinks") return listLinkChanges(from, to);
    if (name === "hash") return [];
    if (isObject(from) && isObject(to) && !isSpan(to))
      return listFieldChanges(part, from, to, unset, `${path}${name}.`);
    const { label, unit } = labelField(part, `${path}${name}`);
    if (FILES.includes(name)) return [`${label} changed`];
    const [previous, now] = [from, to].map((value) =>
      value === undefined ? unset : formatValue(name, value),
    );
    // Omit a sample value that came with the shop, because the owner did not enter it.
    if (typeof from === "string" && isSample(from) && now !== null) return [`${label} ${now}`];
    if (previous !== null && now !== null)
      return [`${label} ${previous} → ${now}${/^\d/.test(now ?? "") ? unit : ""}`];
    return [
      typeof from === "string" && typeof to === "string"
        ? `${label} ${describeWords(from, to)}`
        : `${label} changed`,
    ];
  });
}

/** The fields of cards that contain a file name. Descriptions omit file names, because the owner does not know them. */
const FILES = ["picture", "wide", "desktop", "mobile", "landscape", "portrait", "poster", "video"];

interface FieldNames {
  /** The name of the command that changes the part. */
  noun: string;
  /** The command's options by field name, for fields whose option has another name. */
  options?: Readonly<Record<string, string>>;
}

const fieldNames: Partial<Record<Part, FieldNames>> = {
  banners: { noun: "banners", options: { subHeading: "text" } },
  brand: { noun: "brand" },
  home: { noun: "home" },
  hotProducts: { noun: "hot-products" },
  looks: { noun: "looks", options: { points: "dots" } },
  makers: { noun: "makers", options: { place: "in" } },
  menu: { noun: "menus", options: { subcategories: "kinds" } },
  offerCards: { noun: "cards", options: { href: "page" } },
  rules: { noun: "rules", options: { ...ruleOptionNames, deliverTo: "deliver-to" } },
  scenes: { noun: "scenes", options: { place: "page" } },
  seller: { noun: "seller", options: sellerOptionNames },
  specialOffer: { noun: "offers" },
  tiles: { noun: "tiles", options: { wideAlt: "wide-alt" } },
};

/** The labels of fields without a command option. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  cgst: "CGST",
  sgst: "SGST",
  toConfirm: "statements to confirm",
  tradeName: "shop name",
};

/** The units that are in brackets at the end of a label. A description has the unit after the value instead. */
const UNITS = ["hours", "days", "business days", "months"];

/** Returns the label of a field on the screens: `returnWithinDays` gives "customers can ask to return within". */
function labelField(part: Part, path: string): { label: string; unit: string } {
  const { noun = "", options = {} } = fieldNames[part] ?? {};
  const option = getOwn(options, path);
  const label =
    option === undefined
      ? path
          .split(".")
          .map((name) => getOwn(FIELD_LABELS, name) ?? uncapitalise(toLabel(name, noun)))
          .join(" ")
      : toLabel(option, noun);
  const [, name = label, unit = ""] = /^(.*\S) \(([^()]*)\)$/.exec(label) ?? [];
  return { label: uncapitalise(name), unit: UNITS.includes(unit) ? ` ${unit}` : "" };
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

const inRupees: ReadonlySet<string> = new Set(["shippingFee", "freeShippingFrom", "upTo", "amount", "from"]);

const MAX_SHOWN_LENGTH = 60;

function formatValue(name: string, value: unknown): string | null {
  if (value === null) return "none";
  if (typeof value === "number") return inRupees.has(name) ? formatRoundRupees(value) : String(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string" && isDay(value)) return formatDay(new Date(value));
  if (typeof value === "string")
    return value.length > MAX_SHOWN_LENGTH ? null : `"${toChoiceLabel(name, value)}"`;
  if (Array.isArray(value)) {
    const isPlain = value.every((entry) => typeof entry === "string");
    return isPlain ? formatValue(name, value.join(", ")) : null;
  }
  if (!isObject(value)) return null;
  if (isSpan(value)) return formatSpan(value);
  const parts = Object.entries(value).map(([key, entry]) => [
    getOwn(FIELD_LABELS, key) ?? uncapitalise(toLabel(key)),
    formatValue(key, entry),
  ]);
  return parts.some(([, text]) => text === null)
    ? null
    : `(${parts.map((part) => part.join(" ")).join(", ")})`;
}
