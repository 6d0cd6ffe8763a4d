import { isDeepStrictEqual } from "node:util";
import { eq, getTableColumns } from "drizzle-orm";
import { toLabel } from "#contract/field-labels.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { omitAbsent } from "#contract/read.ts";
import { formatCount, isSameText, uncapitalise } from "#contract/text.ts";
import { DAY } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { isAnyOf, splitIntoChunks } from "#platform/database/statement.ts";
import { defineChangeKind, recordChange, UNDO_DAYS } from "#platform/operator/undo.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import { lockCounts, undoCount, withdrawStock } from "#shop/inventory/server/index.ts";
import {
  changesMoney,
  compareContent,
  type ContentChange,
  isContentAbout,
  undoContentChange,
  withPart,
} from "./content-changes.ts";
import { listContentChanges } from "./describe-content.ts";
import type { HomeContentFiles } from "./owner-folder/home-content-files.ts";
import { NEEDED_TO_SHOW } from "./owner-folder/product-file.ts";
import { findProductSummary } from "./products/find-products.ts";
import { beginCatalogueRevision, lockCatalogue } from "./revision.ts";
import { refreshSnapshot } from "./snapshot/snapshot.ts";
import { type NamedImage, product } from "./tables.ts";

/** Runs `change`, records it for undo and reloads the catalogue. `change` must `track` products before editing them. */
export async function changeByHand<Answer>(
  context: Context,
  change: (
    tx: Tx,
    current: {
      homeContent: HomeContentFiles;
      nextRevision: number;
      track: (ids: readonly string[]) => Promise<void>;
    },
  ) => Promise<{ answer: Answer; homeContent?: HomeContentFiles }>,
): Promise<Answer> {
  const result = await context.transact(async (tx) => {
    const { revision, homeContent: previousContent } = await lockCatalogue(tx, context.now());
    const tracked: Tracked[] = [];
    const { answer, homeContent } = await change(tx, {
      homeContent: previousContent,
      nextRevision: revision + 1,
      track: async (ids) => void tracked.push(await trackProducts(tx, ids)),
    });
    await beginCatalogueRevision(context, tx, homeContent && { homeContent });
    const products: ProductChange[] = [];
    for (const { noteChanges } of tracked) products.push(...(await noteChanges(context.now())));
    await recordCatalogueChange(context, tx, {
      products,
      menus: homeContent && compareContent(previousContent, homeContent),
    });
    return answer;
  });
  await refreshSnapshot(context);
  return result;
}

/** `ownerColumns` are the columns of a product that the owner can change. */
const {
  id: _id,
  hidden: _hidden,
  ratingValue: _ratingValue,
  reviewCount: _reviewCount,
  revision: _revision,
  updatedAt: _updatedAt,
  ...ownerColumns
} = getTableColumns(product);

export { ownerColumns };

/** Changes a list. If a collection or maker is renamed or removed, changes its products in the same transaction. */
export const changeList = <Entry extends object>(
  context: Context,
  part: ListPart,
  change: (entries: readonly Entry[]) => readonly Entry[],
  prepare: (tx: Tx) => Promise<void> = async () => {},
): Promise<readonly Entry[]> =>
  changeByHand(context, async (tx, { homeContent, nextRevision: revision, track }) => {
    const before = readList(homeContent, part) as readonly Entry[];
    const after = change(before);
    await prepare(tx);
    const isOfCollections = part === "collections";
    const renamed = isOfCollections || part === "makers" ? findRenamed(before, after) : null;
    if (renamed) {
      const isNamed = eq(isOfCollections ? product.collection : product.maker, renamed.from);
      const rows = await tx.select({ id: product.id }).from(product).where(isNamed);
      await track(rows.map(({ id }) => id));
      const changed = isOfCollections ? { collection: renamed.to } : { maker: renamed.to };
      await tx
        .update(product)
        .set({ ...changed, revision })
        .where(isNamed);
    }
    return { answer: after, homeContent: setList(homeContent, part, after) };
  });

/** `pages` are the titles, headings and descriptions of listings. They are stored with the menu. */
export type ListPart =
  | "banners"
  | "collections"
  | "couriers"
  | "looks"
  | "makers"
  | "offerCards"
  | "pages"
  | "scenes"
  | "services"
  | "story"
  | "tiles"
  | "videos";

function setList(content: HomeContentFiles, part: ListPart, list: readonly object[]): HomeContentFiles {
  if (part !== "pages") return { ...content, [part]: list };
  const menu = { ...content.menu, pages: list.length > 0 ? list : undefined };
  return withPart(content, "menu", omitAbsent(menu) as HomeContentFiles["menu"]);
}

export const readList = (content: HomeContentFiles, part: ListPart): readonly object[] =>
  (part === "pages" ? content.menu?.pages : content[part]) ?? [];

function findRenamed(before: readonly object[], after: readonly object[]) {
  const [from] = listNames(before).filter((name) => !listNames(after).includes(name));
  const [to = null] = listNames(after).filter((name) => !listNames(before).includes(name));
  return from === undefined ? null : { from, to };
}

const listNames = (entries: readonly object[]): string[] =>
  entries.flatMap((entry) => ("name" in entry ? String(entry.name) : []));

/** `createdAt` is an ISO text, because the record is stored as JSON. */
type Columns = Omit<Pick<typeof product.$inferSelect, keyof typeof ownerColumns>, "createdAt"> & {
  createdAt: string;
};

export interface ProductChange {
  id: string;
  title: string;
  from: Partial<Columns>;
  to: Partial<Columns>;
  /** `base` identifies the last stock count. `from` and `to` are null for a product made to order. */
  stock?: { from: number | null; to: number | null; base: number | null };
}

interface CatalogueChanges {
  products: ProductChange[];
  menus?: ContentChange | null | undefined;
}

type Tracked = Awaited<ReturnType<typeof trackProducts>>;

/** Reads the current values of these products. `noteChanges` compares them later in the same transaction. */
export async function trackProducts(tx: Tx, ids: readonly string[], { counts = false } = {}) {
  const before = await readTracked(tx, ids, counts);
  return {
    getPrevious: (id: string) => before.get(id),
    /** Returns the changes so far. Sets `updatedAt` of changed products, unless only `shelf` or `sales` changed. */
    async noteChanges(now: Date): Promise<ProductChange[]> {
      const after = await readTracked(tx, ids, counts);
      const changes = ids.flatMap((id) => {
        const current = after.get(id);
        return current
          ? (compareProducts(id, before.get(id) ?? { columns: { inOwnerList: false } }, current) ?? [])
          : [];
      });
      for (const chunk of splitIntoChunks(changes.filter(isSeen).map(({ id }) => id)))
        await tx.update(product).set({ updatedAt: now }).where(isAnyOf(product.id, chunk));
      return changes;
    },
  };
}

const isSeen = ({ from, stock }: ProductChange): boolean =>
  stock !== undefined || Object.keys(from).some((name) => name !== "shelf" && name !== "sales");

type TrackedProduct = {
  columns: Columns;
  count?: { onHand: number | null; base: number | null } | undefined;
};

async function readTracked(
  tx: Tx,
  ids: readonly string[],
  withCounts: boolean,
): Promise<Map<string, TrackedProduct>> {
  const tracked = new Map<string, TrackedProduct>();
  for (const chunk of splitIntoChunks(ids)) {
    const levels = withCounts ? await lockCounts(tx, chunk) : new Map<string, undefined>();
    const rows = await tx
      .select({ id: product.id, ...ownerColumns })
      .from(product)
      .where(isAnyOf(product.id, chunk));
    for (const { id, createdAt, ...columns } of rows)
      tracked.set(id, {
        columns: { ...columns, createdAt: createdAt.toISOString() },
        count: levels.get(id),
      });
  }
  return tracked;
}

function compareProducts(
  id: string,
  before: { columns: Partial<Columns>; count?: TrackedProduct["count"] },
  { columns, count }: TrackedProduct,
): ProductChange | null {
  const names = (Object.keys(before.columns) as (keyof Columns)[]).filter(
    (name) => !isDeepStrictEqual(before.columns[name], columns[name]),
  );
  const pick = (columns: Partial<Columns>) => Object.fromEntries(names.map((name) => [name, columns[name]]));
  const isRecounted = count && before.count && before.count.onHand !== count.onHand;
  if (names.length === 0 && !isRecounted) return null;
  return {
    id,
    title: columns.title,
    from: pick(before.columns),
    to: pick(columns),
    ...(isRecounted && { stock: { from: before.count?.onHand ?? null, to: count.onHand, base: count.base } }),
  };
}

export async function recordCatalogueChange(
  context: Context,
  tx: Tx,
  recorded: CatalogueChanges,
): Promise<void> {
  const lines = listLines(context, recorded);
  const [singleLine] = lines;
  if (singleLine === undefined) return;
  const summary = lines.length === 1 ? singleLine : summarise(context, recorded);
  await recordChange(context, tx, catalogueChange, { summary, things: recorded });
}

export const catalogueChange = defineChangeKind<CatalogueChanges>({
  name: "catalogue",
  forMs: UNDO_DAYS * DAY,
  async undo(context, tx, { products, menus }) {
    const { revision, homeContent: previousContent } = await lockCatalogue(tx, context.now());
    const tracked = await trackProducts(tx, products.map(({ id }) => id).toSorted(), {
      counts: products.some(({ stock }) => stock),
    });
    const homeContent = menus ? undoContentChange(previousContent, menus) : previousContent;
    await undoProducts(tx, products, { homeContent, revision: revision + 1, tracked });
    if (menus?.from.collections) await refuseUsedCollections(tx, menus.from.collections);
    await beginCatalogueRevision(context, tx, menus ? { homeContent } : {});
    const undone = {
      products: await tracked.noteChanges(context.now()),
      menus: compareContent(previousContent, homeContent),
    };
    await recordCatalogueChange(context, tx, undone);
    return listLines(context, undone);
  },
  isOfOwner: ({ menus }) => Boolean(menus && changesMoney(menus)),
  isAbout: ({ menus }, subject) => Boolean(menus && isContentAbout(menus, subject)),
  show: refreshSnapshot,
});

async function undoProducts(
  tx: Tx,
  products: readonly ProductChange[],
  { homeContent, revision, tracked }: { homeContent: HomeContentFiles; revision: number; tracked: Tracked },
): Promise<void> {
  for (const { id, title, from, to, stock } of products) {
    const columns = tracked.getPrevious(id)?.columns;
    if (!columns) throw new CommandRefused(`There is no product "${id}" any more, so this cannot be undone.`);
    refuseChangedProduct(title, to, columns);
    refuseLostCollection(title, from, homeContent);
    const previous = { ...columns, ...from };
    const isWithdrawn = previous.hiddenByHand || !previous.inOwnerList;
    const isMoved = "hiddenByHand" in from || "inOwnerList" in from;
    if (!isWithdrawn && isMoved) refuseIncomplete(title, previous, "Enter it");
    if (!isWithdrawn) refuseIncomplete(title, from, "Hide the product");
    const { createdAt, ...others } = from;
    await tx
      .update(product)
      .set({ ...others, ...(createdAt !== undefined && { createdAt: new Date(createdAt) }), revision })
      .where(eq(product.id, id));
    if (isMoved) await withdrawStock(tx, [id], isWithdrawn);
    const refusal = stock && (await undoCount(tx, id, stock));
    if (refusal) throw new CommandRefused(`${title}: ${refusal}`);
  }
}

function refuseChangedProduct(title: string, to: Partial<Columns>, current: Columns): void {
  for (const name of Object.keys(to) as (keyof Columns)[])
    if (!isDeepStrictEqual(to[name], current[name]))
      throw new CommandRefused(
        `${title}: ${getLabel(name)} was changed again later, to ${formatField(name, current[name])}. Undo the later change first.`,
      );
}

function refuseLostCollection(title: string, { collection }: Partial<Columns>, home: HomeContentFiles): void {
  if (collection && !home.collections.some(({ name }) => isSameText(name, collection)))
    throw new CommandRefused(
      `${title} was in the collection "${collection}", which is not in the menu any more. Add the collection to the menu first, then undo the change.`,
    );
}

/** Refuses an undo after which a product in the shop would lack a value that shoppers see. */
function refuseIncomplete(title: string, values: Partial<Columns>, remedy: string): void {
  const missing = NEEDED_TO_SHOW.find((name) => isEmpty(values[name]));
  if (missing)
    throw new CommandRefused(
      `In the shop, ${title} needs its ${getLabel(missing)}. ${remedy} first, then undo the change.`,
    );
}

const isEmpty = (value: unknown): boolean =>
  value === "" || value === 0 || (Array.isArray(value) && value.length === 0);

async function refuseUsedCollections(tx: Tx, menu: HomeContentFiles["collections"]): Promise<void> {
  const used = await tx
    .selectDistinct({ name: product.collection })
    .from(product)
    .orderBy(product.collection);
  for (const { name } of used)
    if (name !== null && !menu.some((each) => isSameText(each.name, name)))
      throw new CommandRefused(
        `Undoing this would remove the collection "${name}" from the menu, but it contains products now. Move them to another collection first.`,
      );
}

const ownLabels: Partial<Record<keyof Columns, string>> = {
  seo: "codes and name",
  images: "pictures",
  variantImages: "pictures of variants",
  createdAt: "in the shop since",
  originalPrice: "earlier price",
  hiddenByHand: "in the shop",
  inOwnerList: "in the list",
};

/** Returns the label of the field in the product's form, without its unit. */
const getLabel = (name: keyof Columns): string =>
  ownLabels[name] ??
  uncapitalise(
    toLabel(
      name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      "products",
    ).replace(/ \([^()]*\)$/, ""),
  );

const listLines = (context: Context, { products, menus }: CatalogueChanges): string[] => [
  ...products.map(describeProductChange),
  ...listContentLines(context, menus),
];

/** Describes changes of the content, with the titles of products instead of their ids. */
export const listContentLines = (context: Context, menus: CatalogueChanges["menus"]): string[] =>
  menus ? listContentChanges(menus, (id) => findProductSummary(context, id)?.title ?? id) : [];

export const describeProductChange = (change: ProductChange): string =>
  `${change.title}: ${listFieldChanges(change)
    .map(([label, from, to]) =>
      label === ownLabels.inOwnerList
        ? to === "yes"
          ? "added to the shop"
          : "removed from the shop"
        : `${label} ${from} → ${to}`,
    )
    .join(", ")}`;

export function listFieldChanges({
  from,
  to,
  stock,
}: ProductChange): [label: string, from: string, to: string][] {
  const isReduced = [from, to].some(({ price, originalPrice }) => price !== originalPrice);
  const names = (Object.keys(to) as (keyof Columns)[]).filter(
    (name) => (name !== "discount" || !("price" in to)) && (name !== "originalPrice" || isReduced),
  );
  return [
    ...names.map(
      (name): [string, string, string] =>
        (name === "images" && findDescribed(from.images, to.images)) || [
          getLabel(name),
          formatField(name, from[name]),
          formatField(name, to[name]),
        ],
    ),
    ...(stock
      ? [["stock", formatPieces(stock.from), formatPieces(stock.to)] satisfies [string, string, string]]
      : []),
  ];
}

const formatPieces = (count: number | null): string => (count === null ? "made to order" : String(count));

function summarise(context: Context, { products, menus }: CatalogueChanges): string {
  const names = new Set(products.flatMap((change) => listFieldChanges(change).map(([label]) => label)));
  return [
    ...(products.length > 0 ? [`${formatCount(products.length, "product")}: ${[...names].join(", ")}`] : []),
    ...listContentLines(context, menus),
  ].join("; ");
}

function findDescribed(from: readonly NamedImage[] = [], to: readonly NamedImage[] = []) {
  const areSame = from.length === to.length && to.every(({ name }, at) => name === from[at]?.name);
  const at = areSame ? to.findIndex(({ alt }, at) => alt !== from[at]?.alt) : -1;
  if (at === -1) return null;
  const [before, after] = [from[at]?.alt, to[at]?.alt].map((alt) => (alt ? quote(alt) : "none"));
  return [`description of picture ${at + 1}`, before, after] as [string, string, string];
}

const MAX_SHOWN_LENGTH = 40;

const quote = (text: string): string =>
  `"${text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text}"`;

function toText(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return value.map(toText).join(", ");
  if ("L" in value && "B" in value && "H" in value) return [value.L, value.B, value.H].join(" x ");
  return Object.values(value).map(toText).join(" ");
}

const formatImages = (images: readonly NamedImage[]): string =>
  `${formatCount(images.length, "picture")}, first ${images[0]?.name ?? "none"}, ${images.filter(({ alt }) => alt).length} with a description`;

function formatField(name: keyof Columns, value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (name === "price" || name === "originalPrice") return formatRupeesGrouped(Number(value));
  if (name === "hiddenByHand") return value ? "no" : "yes";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (name === "images" || name === "variantImages") return formatImages(value as NamedImage[]);
  if (typeof value === "number") return String(value);
  return quote(toText(value));
}
