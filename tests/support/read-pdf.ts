import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

const open = (file: Uint8Array) => getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;

/** The text of each page, as a reader that copies it would get it. */
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

/** The fonts of a file: those that are not embedded have no file of their own. */
export function listPdfFonts(file: Buffer): { names: string[]; embedded: number } {
  const text = file.toString("latin1");
  return {
    names: [...text.matchAll(/\/FontName \/[A-Z]{6}\+(\S+)/g)].map(([, name = ""]) => name),
    embedded: [...text.matchAll(/\/FontFile2 /g)].length,
  };
}

/** The text of the PDF that goes along with a mail. */
export async function readAttachedPdf(mail: string): Promise<string> {
  const [, base64 = ""] = /filename="[^"]+\.pdf"\n.*base64\n\n([^-]+)\n--/.exec(mail) ?? [];
  return (await readPdfTexts(Buffer.from(base64, "base64"))).join(" ");
}
