import { constants, inflateSync } from "node:zlib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

const open = (file: Uint8Array) => getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;

export async function readPdfTexts(file: Uint8Array): Promise<string[]> {
  const pdf = await open(file);
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(
      items
        .map((item) => ("str" in item ? item.str : ""))
        .filter((text) => text.trim())
        .join(" "),
    );
  }
  return pages;
}

/** Returns the texts of each page. `above` is the distance in points from the lower edge of the page. */
export async function readPdfPlaces(file: Uint8Array): Promise<{ text: string; above: number }[][]> {
  const pdf = await open(file);
  const pages = Array.from({ length: pdf.numPages }, async (_, at) => {
    const { items } = await (await pdf.getPage(at + 1)).getTextContent();
    return items.flatMap((item) =>
      "str" in item && item.str.trim()
        ? [{ text: item.str, above: (item.transform as number[])[5] ?? Number.NaN }]
        : [],
    );
  });
  return Promise.all(pages);
}

export function listPdfFonts(file: Buffer): { names: string[]; embedded: number } {
  const text = file.toString("latin1");
  return {
    names: [...text.matchAll(/\/FontName \/[A-Z]{6}\+(\S+)/g)].map(([, name = ""]) => name),
    embedded: [...text.matchAll(/\/FontFile2 /g)].length,
  };
}

/** Returns all `ActualText` entries: the text that programs copy or read aloud instead of the drawn glyphs. */
export function readActualTexts(file: Buffer): string {
  const texts: string[] = [];
  for (const { index } of file.toString("latin1").matchAll(/(?<=[^d]stream\n)/g)) {
    const content = inflate(file.subarray(index)).toString("latin1");
    for (const [, hex = ""] of content.matchAll(/\/ActualText <FEFF(\w+)>/g))
      texts.push(Buffer.from(hex, "hex").swap16().toString("utf16le"));
  }
  return texts.join("");
}

function inflate(stream: Buffer): Buffer {
  try {
    return inflateSync(stream, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  }
}

export async function readAttachedPdf(mail: string): Promise<string> {
  const [, base64 = ""] = /filename="[^"]+\.pdf"\n.*base64\n\n([^-]+)\n--/.exec(mail) ?? [];
  return (await readPdfTexts(Buffer.from(base64, "base64"))).join(" ");
}
