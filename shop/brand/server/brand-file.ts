import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { colours } from "#contract/colours.ts";
import {
  type FileError,
  filledText,
  readOwnerFile,
  shortText,
  strictObject,
} from "#platform/storage/owner-file.ts";
import { cleanDrawing, type Drawing } from "./clean-drawing.ts";
import { findReadable } from "../derive-colours.ts";
import { DEFAULT_FONTS, headingFonts, textFonts } from "./own-fonts.ts";

const colour = (kind: "main" | "accent") =>
  v.pipe(
    filledText(),
    v.regex(/^#[0-9a-f]{6}$/i, `is no colour: write it like ${colours.walnut}.`),
    v.transform((given) => given.toLowerCase()),
    v.check(
      (given) => findReadable(kind, given) === null,
      ({ input }) =>
        `${input} is too light to be read on the shop's paper. The nearest that can is ${findReadable(kind, input)}.`,
    ),
  );

const font = (standard: string, others: Readonly<Record<string, unknown>>) =>
  v.picklist(
    [standard, ...Object.keys(others)],
    `is none of these fonts: ${[standard, ...Object.keys(others)].join(", ")}.`,
  );

const brandFile = strictObject({
  tagline: v.exactOptional(shortText(60)),
  about: v.exactOptional(shortText(200)),
  colours: v.exactOptional(
    strictObject({ main: v.exactOptional(colour("main")), accent: v.exactOptional(colour("accent")) }),
  ),
  fonts: v.exactOptional(
    strictObject({
      heading: v.exactOptional(font(DEFAULT_FONTS.heading, headingFonts)),
      text: v.exactOptional(font(DEFAULT_FONTS.text, textFonts)),
    }),
  ),
});

/** The shop's face in the owner's folder: `brand.json`, `logo.svg` and `logo-mark.svg`, each of which may be left out. */
export type BrandInFile = v.InferOutput<typeof brandFile> & { logo?: Drawing; mark?: Drawing };

/** The drawings that the shop came with. Pages draw them themselves. */
const drawings = { logo: "logo.svg", mark: "logo-mark.svg" } as const;

/** Reads and checks the files; every error is added, with the file it is in. */
export async function readBrandFiles(folder: string, errors: FileError[]): Promise<BrandInFile> {
  const isThere = existsSync(path.join(folder, FILE));
  const { content } = isThere ? await readOwnerFile(folder, FILE, brandFile, errors) : { content: null };
  const [logo, mark] = await Promise.all([
    readDrawing(folder, drawings.logo, errors),
    readDrawing(folder, drawings.mark, errors),
  ]);
  return { ...content, ...(logo && { logo }), ...(mark && { mark }) };
}

/** The brand as its files have it. */
export const formatBrandFiles = ({ logo, mark, ...json }: BrandInFile) => ({
  ...(Object.keys(json).length > 0 && { json }),
  ...(logo && { [drawings.logo]: logo.svg }),
  ...(mark && { [drawings.mark]: mark.svg }),
});

const FILE = "brand.json";

async function readDrawing(folder: string, file: string, errors: FileError[]): Promise<Drawing | null> {
  const text = await readFile(path.join(folder, file), "utf8").catch(() => null);
  if (text === null) return null;
  try {
    return cleanDrawing(text);
  } catch (cause) {
    errors.push({ file, where: "", field: "", message: (cause as Error).message });
    return null;
  }
}
