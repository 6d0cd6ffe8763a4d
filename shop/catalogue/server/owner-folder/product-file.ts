import * as v from "valibot";
import { fromRupees } from "#contract/money.ts";
import { isWellFormedText } from "#contract/text.ts";
import {
  filledText,
  moment,
  NO_LIST,
  numberLike,
  optionalText,
  NOT_STORABLE,
  NOT_TEXTS,
  shortText,
  strictObject,
  unconfirmedStatements,
  wholeNumber,
  yesOrNo,
} from "#platform/storage/owner-file.ts";
import { declarationsInFile } from "#shop/seller/server/index.ts";

const NO_AMOUNT = "is not an amount in rupees. Write a number such as 2499 or 588.82.";

const amount = v.pipe(
  v.union([v.number(), v.string()], NO_AMOUNT),
  v.transform(fromRupees),
  v.check((paise) => paise !== null && paise <= LARGEST_AMOUNT, NO_AMOUNT),
  v.transform((paise) => paise ?? 0),
);

export const HSN = /^(\d{4}|\d{6}|\d{8})$/;

/** One crore rupees, in paise. A larger amount is a typing error. */
const LARGEST_AMOUNT = 1_000_000_000;

const MOST_PIECES = 999_999;
/** The maximum of counts that have no other maximum. The database stores counts as 32-bit integers. */
const LARGEST_COUNT = 999_999_999;

const count = (minimum: number, message: string, most = LARGEST_COUNT) =>
  v.pipe(wholeNumber(minimum, message), v.maxValue(most, `is more than ${most}.`));

const measure = v.pipe(
  numberLike("is not a number. Write the inches as a number, such as 18 or 2.5."),
  v.check((inches) => inches > 0 && inches < 1000, "must be more than 0 and less than 1000 inches."),
);

/** Google Merchant Center accepts titles up to this length. A longer title would fill the screen of a phone. */
const LONGEST_TITLE = 150;
/** Maximum length of the name of a category, subcategory or wood. Menus and filters have no room for longer names. */
const LONGEST_NAME = 60;

const LONGEST_CODE = 100;

/** Maximum length of a description. A longer cell usually contains several rows, because a quote is missing. */
const LONGEST_DESCRIPTION = 20_000;

const HEAVIEST = 100_000;

const grams = v.pipe(
  wholeNumber(1, "is not a whole number. Write the weight in grams, such as 850."),
  v.maxValue(HEAVIEST, `is more than ${HEAVIEST / 1000} kg. Write the weight in grams.`),
);

const centimetres = v.pipe(
  numberLike("is not a number. Write the centimetres as a number, such as 40."),
  v.check((length) => length > 0 && length <= 300, "must be more than 0 and at most 300 centimetres."),
);

const seo = strictObject({
  sku: v.exactOptional(shortText(LONGEST_CODE)),
  mpn: v.exactOptional(shortText(LONGEST_CODE)),
  gtin13: v.exactOptional(v.pipe(v.string(), v.regex(/^\d{13}$/, "is not a bar code of 13 digits."))),
  availability: optionalText,
  condition: optionalText,
  priceValidUntil: optionalText,
  ratingValue: v.exactOptional(numberLike("is not a number.")),
  reviewCount: v.exactOptional(count(0, "is not a whole number.")),
});

const MAX_LEAD_DAYS = 365;
const NO_LEAD_DAYS = `must be a whole number of days from 1 to ${MAX_LEAD_DAYS}.`;

/** `oil` is optional, because brass is not oiled. */
const care = strictObject({ wash: filledText(), oil: v.exactOptional(filledText()), never: filledText() });

/** The first word of the title in its original script, and its English meaning. */
const name = strictObject({ script: filledText(), meaning: filledText() });

export type ProductSeo = v.InferOutput<typeof seo> & { named?: v.InferOutput<typeof name> };

/** An empty text means that the picture has no description. */
const descriptions = v.array(
  v.pipe(v.string(NOT_TEXTS), v.trim(), v.check(isWellFormedText, NOT_STORABLE)),
  NOT_TEXTS,
);

const fields = v.object({
  slug: v.pipe(
    v.string("is missing."),
    v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "can only contain small letters, digits and single hyphens."),
    v.maxLength(100, "is longer than 100 characters."),
  ),
  title: shortText(LONGEST_TITLE),
  name: v.exactOptional(name),
  category: shortText(LONGEST_NAME),
  subcategory: shortText(LONGEST_NAME),
  collection: optionalText,
  materials: v.pipe(
    v.array(shortText(LONGEST_NAME, "is empty."), "is missing."),
    v.minLength(1, "is empty. Write at least one wood."),
  ),
  size: v.exactOptional(
    v.array(
      strictObject({ L: measure, B: measure, H: measure }),
      'must be a list of sizes, like [{ "L": 18, "B": 12, "H": 2.5 }].',
    ),
    [],
  ),
  price: amount,
  originalPrice: v.exactOptional(amount),
  discount: v.exactOptional(
    v.pipe(
      numberLike("is not a number. Write the percentage without the sign, such as 20."),
      v.check((percent) => percent >= 0 && percent < 100, "is not between 0 and 99 percent."),
    ),
    0,
  ),
  stock: v.exactOptional(
    count(
      0,
      "is not a number of pieces. Write 0 or a whole number above it, or leave it out for a piece made to order.",
      MOST_PIECES,
    ),
  ),
  leadDays: v.exactOptional(v.pipe(wholeNumber(1, NO_LEAD_DAYS), v.maxValue(MAX_LEAD_DAYS, NO_LEAD_DAYS))),
  backorder: v.exactOptional(yesOrNo, false),
  hidden: v.exactOptional(yesOrNo),
  description: shortText(LONGEST_DESCRIPTION),
  care: v.exactOptional(care),
  hsn: v.exactOptional(
    v.pipe(
      v.union([v.string(), v.number()], "is not an HSN code. Write its 4, 6 or 8 digits, such as 4419."),
      v.transform((code) => String(code).replaceAll(/[\s.]/g, "")),
      v.regex(HSN, "is not an HSN code, which has 4, 6 or 8 digits."),
    ),
  ),
  ...declarationsInFile,
  netWeight: v.exactOptional(grams),
  maker: optionalText,
  shelf: v.exactOptional(shortText(LONGEST_CODE)),
  weight: v.exactOptional(grams),
  packed: v.exactOptional(strictObject({ L: centimetres, B: centimetres, H: centimetres })),
  images: v.pipe(
    v.array(filledText("is empty."), "is missing."),
    v.minLength(1, "is empty. Write at least one picture."),
  ),
  alt: v.exactOptional(descriptions, []),
  variantImages: v.exactOptional(v.array(filledText("is empty."), NO_LIST), []),
  createdAt: moment,
  sales: v.exactOptional(count(0, "must be a whole number of at least 0."), 0),
  featuredRank: v.exactOptional(count(1, "must be a whole number of at least 1.")),
  seo: v.exactOptional(seo, {}),
  toConfirm: unconfirmedStatements,
});

/** `backorder` needs `leadDays`, because the shop shows the customer how many days the product takes. */
const withDays = (schema: typeof fields) =>
  v.pipe(
    schema,
    v.forward(
      v.partialCheck(
        [["backorder"], ["leadDays"]],
        ({ backorder, leadDays }) => !backorder || leadDays !== undefined,
        'is missing. A product with "backorder" needs the days in which a piece is made.',
      ),
      ["leadDays"],
    ),
  );

export const productInFile = withDays(fields);

export type ProductInFile = v.InferOutput<typeof productInFile>;

/** The fields that a hidden product can lack, each with the value that it then has. */
const whileHidden = { category: "", subcategory: "", materials: [], price: 0, description: "", images: [] };

export const NEEDED_TO_SHOW = Object.keys(whileHidden) as (keyof typeof whileHidden)[];

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

const hiddenInFile = withDays(
  v.object({
    ...fields.entries,
    ...Object.fromEntries(
      NEEDED_TO_SHOW.map((name) => {
        const empty = whileHidden[name];
        const schema = v.lazy((value): v.GenericSchema => (value === empty ? v.any() : fields.entries[name]));
        return [name, v.exactOptional(schema, empty)];
      }),
    ),
  } as typeof fields.entries),
);

export const findSchema = ({ hidden }: WrittenProduct) =>
  hidden === true || hidden === "yes" ? hiddenInFile : productInFile;

/** A product in the format of products.json, with amounts in rupees. */
export type WrittenProduct = Readonly<Record<string, unknown>>;

export interface ProductList {
  file: string;
  products: ProductInFile[];
  /** The name of each product in messages: its slug or entry number, or in a spreadsheet its row and slug. */
  places: string[];
  /** Entries with errors. Their references are checked too, so that all errors are reported at once. */
  broken: { place: string; written: Readonly<Record<string, unknown>> }[];
}

export function* listNamedByProducts({ products, places, broken }: ProductList) {
  for (const [at, product] of products.entries()) yield toNamed(places[at] ?? product.slug, product);
  for (const { place, written } of broken) yield toNamed(place, written);
}

const toNamed = (place: string, product: Readonly<Record<string, unknown>>) => ({
  where: place,
  slug: toText(product["slug"]),
  subcategory: toText(product["subcategory"]),
  collection: toText(product["collection"]),
  maker: toText(product["maker"]),
  images: toTexts(product["images"]),
  variantImages: toTexts(product["variantImages"]),
});

const toText = (value: unknown): string | undefined =>
  (typeof value === "string" && value.trim()) || undefined;

const toTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((item) => toText(item) ?? []) : [];
