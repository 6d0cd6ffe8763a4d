import { readFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { colours } from "#contract/colours.ts";
import {
  type FileError,
  filledText,
  readOptionalFile,
  shortText,
  strictObject,
} from "#platform/storage/owner-file.ts";
import { type Drawing, readDrawing } from "./clean-drawing.ts";
import { findReadable } from "../derive-colours.ts";
import { DEFAULT_FONTS, headingFonts, textFonts } from "./own-fonts.ts";

const colour = (kind: "main" | "accent") =>
  v.pipe(
    filledText(),
    v.regex(/^#[0-9a-f]{6}$/i, `is not a colour. Enter one like ${colours.walnut}.`),
    v.transform((value) => value.toLowerCase()),
    v.check(
      (value) => findReadable(kind, value) === null,
      ({ input }) =>
        `${input} is too light to be readable on the shop's background. The nearest readable colour is ${findReadable(kind, input)}.`,
    ),
  );

export const headingFontNames = [DEFAULT_FONTS.heading, ...Object.keys(headingFonts)];
export const textFontNames = [DEFAULT_FONTS.text, ...Object.keys(textFonts)];

const font = (names: readonly string[]) =>
  v.picklist(names, `is not one of these fonts: ${names.join(", ")}.`);

export const brandFile = strictObject({
  tagline: v.exactOptional(shortText(60)),
  about: v.exactOptional(shortText(200)),
  colours: v.exactOptional(
    strictObject({ main: v.exactOptional(colour("main")), accent: v.exactOptional(colour("accent")) }),
  ),
  fonts: v.exactOptional(
    strictObject({
      heading: v.exactOptional(font(headingFontNames)),
      text: v.exactOptional(font(textFontNames)),
    }),
  ),
  orderPrefix: v.exactOptional(
    v.pipe(
      filledText(),
      v.toUpperCase(),
      v.regex(/^[A-Z]{2,5}$/, "must be two to five letters, such as TRV."),
    ),
  ),
});

/** The brand in the owner's folder: `brand.json`, `logo.svg` and `logo-mark.svg`. Each is optional. */
export type BrandInFile = v.InferOutput<typeof brandFile> & { logo?: Drawing; mark?: Drawing };

const drawings = { logo: "logo.svg", mark: "logo-mark.svg" } as const;

export async function readBrandFiles(folder: string, errors: FileError[]): Promise<BrandInFile> {
  const content = await readOptionalFile(folder, "brand.json", brandFile, errors);
  const read = (file: string) => readDrawingFile(folder, file, errors);
  const [logo, mark] = await Promise.all([read(drawings.logo), read(drawings.mark)]);
  return { ...content, ...(logo && { logo }), ...(mark && { mark }) };
}

export const formatBrandFiles = ({ logo, mark, ...json }: BrandInFile) => ({
  ...(Object.keys(json).length > 0 && { json }),
  ...(logo && { [drawings.logo]: logo.svg }),
  ...(mark && { [drawings.mark]: mark.svg }),
});

async function readDrawingFile(folder: string, file: string, errors: FileError[]): Promise<Drawing | null> {
  const content = await readFile(path.join(folder, file)).catch(() => null);
  return (
    content &&
    readDrawing(content).catch(({ message }: Error) => {
      errors.push({ file, where: "", field: "", message });
      return null;
    })
  );
}
