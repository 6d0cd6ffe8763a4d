import { isDeepStrictEqual } from "node:util";
import type { ChangeSubject } from "#contract/operator-results.ts";
import { isObject, omitAbsent } from "#contract/read.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import type { HomeContentFiles } from "./owner-folder/home-content-files.ts";

/** Parts of the shop's content before or after a change. Null means that the part did not exist. */
export type ContentParts = { [Part in keyof HomeContentFiles]?: HomeContentFiles[Part] | null };

export type Part = keyof HomeContentFiles;

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
 * True if the seller, taxes, shipping fees or cash on delivery were changed. Only an owner may undo such a change
 * (T57). A change of the shop's name, which is stored with the seller, does not count.
 */
export const changesMoney = ({ from, to }: ContentChange): boolean =>
  listChangedFields(from.seller ?? {}, to.seller ?? {}).some((field) => field !== "tradeName") ||
  "taxes" in to ||
  MONEY_RULES.some((name) => !isEqualValue(from.rules?.[name], to.rules?.[name]));

const MONEY_RULES = ["shippingFee", "freeShippingFrom", "cashOnDelivery"] as const;

/** The subject of each part for `undo --about`. The default is `home`. `seller` uses `sellerSubjects`. */
const subjects: Partial<Record<Part, ChangeSubject>> = {
  brand: "shop",
  couriers: "selling",
  rules: "selling",
  taxes: "taxes",
  texts: "texts",
};

/** The subjects of seller fields that other screens change. The default is `seller`. */
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

export const listChangedFields = (before: Fields, after: Fields): string[] =>
  Object.keys({ ...before, ...after }).filter((name) => !isEqualValue(before[name], after[name]));

function refuseLaterChange(name: Part): never {
  throw new CommandRefused(`A later change also affected ${partLabels[name]}. Undo the later change first.`);
}

export const toParts = (parts: ContentParts): Part[] => Object.keys(parts) as Part[];

export const isEqualValue = (first: unknown, other: unknown): boolean =>
  isDeepStrictEqual(toStored(first ?? null), toStored(other ?? null));

/** Removes undefined fields, which JSON cannot contain. */
export const toStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

/** The names of the content's parts in messages. */
export const partLabels: Record<Part, string> = {
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

export type Fields = Readonly<Record<string, unknown>>;
