/**
 * Returns the first visible sheet of an Excel file as a CSV file. An `.xlsx` file is a ZIP archive of XML files, and
 * browsers can read both. Dates stay numbers, which the import of deliveries can read.
 * @throws Error with a message for the user
 */
export async function toCsvFile(file: File): Promise<File> {
  const rows = await readFirstSheet(await file.arrayBuffer()).catch((cause: unknown) => {
    if (cause instanceof TooLarge) throw cause;
    throw new Error(
      `${file.name} cannot be read as an Excel file. Open it in a spreadsheet program, save it as CSV and choose that file.`,
      { cause },
    );
  });
  const csv = rows.map((cells) => cells.map(quoteCell).join(",")).join("\n");
  return new File([csv], file.name.replace(/\.xlsx$/i, ".csv"), { type: "text/csv" });
}

const quoteCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

async function readFirstSheet(archive: ArrayBuffer): Promise<string[][]> {
  const entries = listEntries(new DataView(archive));
  const readXml = async (name: string): Promise<Document | null> => {
    const entry = entries.get(name);
    if (!entry) return null;
    const xml = new DOMParser().parseFromString(await inflate(entry), "application/xml");
    if (xml.querySelector("parsererror")) throw new Error(`${name} is not XML`);
    return xml;
  };
  const [workbook, links, strings] = await Promise.all(
    ["xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/sharedStrings.xml"].map(readXml),
  );
  const first = workbook && listElements(workbook, "sheet").find(isVisible);
  const id = [...(first?.attributes ?? [])].find(({ localName, prefix }) => prefix && localName === "id");
  const link = links
    ? listElements(links, "Relationship").find((each) => each.getAttribute("Id") === id?.value)
    : undefined;
  const target = link?.getAttribute("Target") ?? "";
  const sheet = await readXml(target.startsWith("/") ? target.slice(1) : `xl/${target}`);
  if (!sheet) throw new Error("There is no sheet");
  const texts = strings ? listElements(strings, "si").map(readText) : [];
  const rows: string[][] = [];
  let at = -1;
  for (const row of listElements(sheet, "row")) {
    at = Number(row.getAttribute("r") ?? at + 2) - 1;
    const cells = readCells(row, texts);
    // A row below the list may have a format but no content.
    if (cells.every((text) => text === "")) continue;
    if (!(at >= rows.length && at < MAX_ROWS)) throw new TooLarge();
    while (rows.length < at) rows.push([]);
    rows.push(cells);
  }
  return rows;
}

const isVisible = (sheet: Element): boolean => (sheet.getAttribute("state") ?? "visible") === "visible";

function readCells(row: Element, texts: readonly string[]): string[] {
  const cells: string[] = [];
  for (const cell of listElements(row, "c")) {
    const column = readColumn(cell.getAttribute("r")) ?? cells.length;
    if (column >= MAX_COLUMNS) throw new TooLarge();
    while (cells.length < column) cells.push("");
    cells[column] = readCell(cell, texts);
  }
  return cells;
}

const MAX_ROWS = 100_000;
const MAX_COLUMNS = 1_000;
const MAX_INFLATED_BYTES = 100_000_000;

class TooLarge extends Error {
  override readonly message = "This Excel file is too large. Save the rows that you need in a new file.";
}

const listElements = (parent: Document | Element, name: string): Element[] => [
  ...parent.getElementsByTagNameNS("*", name),
];

/** Joins the parts of a text with several formats, without the hints for its pronunciation. */
const readText = (parent: Element): string =>
  decodeText(
    listElements(parent, "t")
      .filter(({ parentElement }) => parentElement?.localName !== "rPh")
      .map(({ textContent }) => textContent)
      .join(""),
  );

/** Excel writes the codes of characters that XML does not preserve, such as `_x000D_` for a carriage return. */
const decodeText = (text: string): string =>
  text.replaceAll(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Returns the index of the column in a cell's name: 0 for `A7`, 27 for `AB7`. */
function readColumn(name: string | null): number | null {
  const [letters] = /^[A-Z]{1,3}/.exec(name ?? "") ?? [];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function readCell(cell: Element, texts: readonly string[]): string {
  const type = cell.getAttribute("t") ?? "n";
  const value = listElements(cell, "v")[0]?.textContent ?? "";
  if (type === "inlineStr") return readText(cell);
  if (type === "s") return texts[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  return type === "n" ? readNumber(value) : decodeText(value);
}

const MAX_EXACT = 1e15;

/**
 * Matches a whole number of more than 15 digits that ends in zeros. Excel has replaced its last digits with these
 * zeros.
 */
const CUT = /^-?\d{15}0+$/;

/**
 * Excel writes long numbers such as 1.234567890123E12, and 588.82 as 588.82000000000005. It keeps only 15 digits. A
 * shortened number stays in scientific notation, which the shop refuses if all digits are needed.
 */
function readNumber(text: string): string {
  if (/^-?\d*$/.test(text) && !CUT.test(text)) return text;
  const number = Number(text);
  return Math.abs(number) < MAX_EXACT ? String(number) : number.toExponential();
}

interface Entry {
  isDeflated: boolean;
  bytes: Uint8Array<ArrayBuffer>;
}

const DIRECTORY_END = 0x06_05_4b_50;
const DIRECTORY_END_BYTES = 22;

/** Reads the directory at the end of a ZIP archive. @throws RangeError if the archive is damaged */
function listEntries(archive: DataView<ArrayBuffer>): Map<string, Entry> {
  let end = archive.byteLength - DIRECTORY_END_BYTES;
  while (archive.getUint32(end, true) !== DIRECTORY_END) end--;
  const entries = new Map<string, Entry>();
  let at = archive.getUint32(end + 16, true);
  for (let left = archive.getUint16(end + 10, true); left > 0; left--) {
    const [nameBytes = 0, extraBytes = 0, commentBytes = 0] = [28, 30, 32].map((place) =>
      archive.getUint16(at + place, true),
    );
    const name = new TextDecoder().decode(new Uint8Array(archive.buffer, at + 46, nameBytes));
    const header = archive.getUint32(at + 42, true);
    const begin = header + 30 + archive.getUint16(header + 26, true) + archive.getUint16(header + 28, true);
    entries.set(name, {
      isDeflated: archive.getUint16(at + 10, true) === 8,
      bytes: new Uint8Array(archive.buffer, begin, archive.getUint32(at + 20, true)),
    });
    at += 46 + nameBytes + extraBytes + commentBytes;
  }
  return entries;
}

async function inflate({ isDeflated, bytes }: Entry): Promise<string> {
  if (!isDeflated) return new TextDecoder().decode(bytes);
  const inflated = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  }).pipeThrough(new DecompressionStream("deflate-raw"));
  const decoder = new TextDecoder();
  let text = "";
  for (const reader = inflated.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > MAX_INFLATED_BYTES) throw new TooLarge();
  }
}
