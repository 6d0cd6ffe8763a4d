import { readFile } from "node:fs/promises";
import path from "node:path";
import { colours } from "#contract/colours.ts";
import { omitAbsent } from "#contract/read.ts";
import { type CommandInput, toRevision, refuseField } from "#platform/operator/command.ts";
import {
  brandFile,
  DEFAULT_ORDER_PREFIX,
  type Drawing,
  headingFontNames,
  isOwnDrawing,
  readDrawing,
  textFontNames,
} from "#shop/brand/server/index.ts";
import { sellerFile } from "#shop/seller/server/index.ts";
import { withPart } from "../content-changes.ts";
import type { HomeContentFiles } from "../owner-folder/home-content-files.ts";
import {
  changeContent,
  defineContentCommand,
  getFields,
  mergeValues,
  NONE,
  parsePart,
  requireSeller,
  showValues,
  type TypedValues,
  withFields,
} from "./change-content.ts";
import { shownSettings } from "../../command-results.ts";

const optionNames = {
  tradeName: "name",
  tagline: "tagline",
  about: "about",
  "colours.main": "main-colour",
  "colours.accent": "accent-colour",
  "fonts.heading": "heading-font",
  "fonts.text": "text-font",
  orderPrefix: "order-prefix",
};

export const brandCommand = defineContentCommand({
  ...shownSettings.brand,
  part: getBrandPart,
  summary:
    "Shows or changes the shop's name, texts, colours, fonts, logo and the letters before order numbers.",
  args: [],
  options: {
    name: { summary: "the name of the shop, as customers know it" },
    tagline: { summary: "what you sell, in a few words; shown after the name in search results", or: [NONE] },
    about: { summary: "one sentence about the shop, shown at the bottom of every page", or: [NONE] },
    "order-prefix": { summary: "two to five letters before the number of each new order, such as TRV" },
    "main-colour": {
      summary: `the colour of buttons, links and headings, such as ${colours.walnut}`,
      kind: "colour",
      or: [NONE],
    },
    "accent-colour": { summary: "the colour of badges and offers", kind: "colour", or: [NONE] },
    "heading-font": { summary: "the font of headings", choices: headingFontNames },
    "text-font": { summary: "the font of all other text", choices: textFontNames },
    logo: { summary: "the logo with the name: SVG, PNG, JPG or WebP", kind: "file", or: [NONE] },
    mark: { summary: "the square logo of the shop: SVG, PNG, JPG or WebP", kind: "file", or: [NONE] },
  },
  examples: [
    'brand --name "Lake Pottery" --order-prefix LAKE',
    `brand --main-colour ${colours.walnut} --heading-font Lora`,
    "brand --logo logo.svg --mark logo-mark.svg",
  ],
  show: (_context, content) => showBrand(content),
  async change(context, input) {
    const drawings = await readDrawings(input);
    return changeContent(context, (content) => setBrand(content, input, drawings));
  },
});

function showBrand(content: HomeContentFiles) {
  const { logo, mark } = content.brand ?? {};
  return showValues(toValues(content), {
    logo: isOwnDrawing("logo", logo) ? logo.svg : null,
    mark: isOwnDrawing("mark", mark) ? mark.svg : null,
    revision: toRevision(getBrandPart(content)),
  });
}

function getBrandPart(content: HomeContentFiles): unknown {
  return [toValues(content), content.brand?.logo, content.brand?.mark];
}

/** The values that the shop uses if the owner has chosen none. They are not stored. */
const STANDARDS: TypedValues = {
  "order-prefix": DEFAULT_ORDER_PREFIX,
  "heading-font": headingFontNames[0],
  "text-font": textFontNames[0],
};

const toValues = ({ seller, brand }: HomeContentFiles): TypedValues => ({
  ...STANDARDS,
  ...omitAbsent(getFields({ tradeName: seller?.tradeName, ...brand }, optionNames)),
});

function setBrand(
  content: HomeContentFiles,
  { options: { logo: _logo, mark: _mark, ...options } }: CommandInput,
  drawings: Awaited<ReturnType<typeof readDrawings>>,
): HomeContentFiles {
  const { name, ...values } = mergeValues(toValues(content), options);
  const own = Object.entries(optionNames).filter(
    ([, option]) => values[option] && values[option].toUpperCase() !== STANDARDS[option]?.toUpperCase(),
  );
  const previous = requireSeller(content);
  const seller = parsePart(sellerFile, { ...previous, tradeName: name }, optionNames, previous);
  const parsed = parsePart(brandFile, withFields({}, Object.fromEntries(own), values), optionNames);
  const { logo, mark } = { ...content.brand, ...drawings };
  const brand = { ...parsed, ...(logo && { logo }), ...(mark && { mark }) };
  return withPart({ ...content, seller }, "brand", brand);
}

async function readDrawings({ options, folder }: CommandInput) {
  const drawings: Partial<Record<"logo" | "mark", Drawing | null>> = {};
  for (const name of ["logo", "mark"] as const) {
    const file = options[name];
    if (file === undefined) continue;
    drawings[name] = file === NONE ? null : await readDrawingFile(name, path.resolve(folder, file));
  }
  return drawings;
}

async function readDrawingFile(option: string, file: string): Promise<Drawing> {
  const content = await readFile(file).catch(() => {
    throw refuseField(option, "This file cannot be read. Choose another one.");
  });
  return readDrawing(content).catch(({ message }: Error) => {
    throw refuseField(option, message);
  });
}
