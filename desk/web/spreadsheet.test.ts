import { DecompressionStream, ReadableStream } from "node:stream/web";
import { deflateRawSync } from "node:zlib";
import { beforeEach, expect, test, vi } from "vitest";
import { toCsvFile } from "./spreadsheet.ts";

// jsdom has no streams.
beforeEach(() => {
  vi.stubGlobal("DecompressionStream", DecompressionStream);
  vi.stubGlobal("ReadableStream", ReadableStream);
});

const WORKBOOK =
  '<workbook xmlns:r="r"><sheets><sheet name="Report" r:id="rId2"/><sheet name="Notes" r:id="rId1"/></sheets></workbook>';
const LINKS =
  '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>';
const STRINGS =
  "<sst><si><t>Order</t></si><si><r><t>AWB </t></r><r><t>Number</t></r><rPh><t>x</t></rPh></si></sst>";
const SHEET = `<worksheet><sheetData>
  <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>Status</t></is></c></row>
  <row r="3"><c r="A3" t="str"><v>TRV-7K3M9Q</v></c><c r="B3"><v>1.9041424751540E13</v></c><c r="C3"><v>588.82000000000005</v></c><c r="D3" t="inlineStr"><is><t>In "transit", late</t></is></c></row>
  </sheetData></worksheet>`;

const PARTS = {
  "xl/workbook.xml": WORKBOOK,
  "xl/_rels/workbook.xml.rels": LINKS,
  "xl/sharedStrings.xml": STRINGS,
  "xl/worksheets/sheet1.xml": "<worksheet/>",
  "xl/worksheets/sheet2.xml": SHEET,
};

/** Builds a ZIP archive with only the fields that a reader needs. */
function zip(parts: Readonly<Record<string, string>>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const bytes = deflateRawSync(text);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04_03_4b_50, 0);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02_01_4b_50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(bytes.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    files.push(head, Buffer.from(name), bytes);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + bytes.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}

const read = async (content: Buffer) =>
  (await toCsvFile(new File([new Uint8Array(content)], "Docket.XLSX"))).text();

test("the first sheet of an Excel file becomes a CSV file with its texts, its long numbers and its empty cells and rows", async () => {
  const file = await toCsvFile(new File([new Uint8Array(zip(PARTS))], "Docket.XLSX"));
  expect(file.name).toBe("Docket.csv");
  expect(await file.text()).toBe(
    [
      '"Order","AWB Number","","Status"',
      "",
      '"TRV-7K3M9Q","19041424751540","588.82","In ""transit"", late"',
    ].join("\n"),
  );
});

const readCells = (cells: string, row = 1) => {
  const sheet = `<worksheet><row r="${row}">${cells}</row><row r="1048576"><c r="A1048576" s="2"/></row></worksheet>`;
  return read(zip({ ...PARTS, "xl/worksheets/sheet2.xml": sheet }));
};

test("the CSV file of an Excel sheet keeps TRUE and FALSE, line breaks and all digits of a number, and a number that Excel has shortened stays recognisable", async () => {
  const cells = [
    '<c t="b"><v>1</v></c><c t="b"><v>0</v></c>',
    '<c t="inlineStr"><is><t>A bowl._x000D_\nHand-made.</t></is></c><c t="str"><v>a_x005F_b</v></c>',
    "<c><v>190414247515401234</v></c><c><v>1.90414247515401E17</v></c><c><v>-0.10000000000000001</v></c>",
    "<c><v>1904142475154010</v></c><c><v>190414247515400</v></c>",
  ];
  expect(await readCells(cells.join(""))).toBe(
    '"TRUE","FALSE","A bowl.\r\nHand-made.","a_b","190414247515401234","1.90414247515401e+17","-0.1","1.90414247515401e+15","190414247515400"',
  );
});

test("an error value of Excel stays in the CSV file, so that the shop reports the error instead of removing the product's value", async () => {
  expect(await readCells('<c t="str"><v>teak-tray</v></c><c t="e"><f>A9</f><v>#REF!</v></c>')).toBe(
    '"teak-tray","#REF!"',
  );
});

test("a hidden sheet of an Excel file and rows without content are left out", async () => {
  const hidden = WORKBOOK.replace("<sheets>", '<sheets><sheet name="Codes" state="hidden" r:id="rId1"/>');
  expect(await read(zip({ ...PARTS, "xl/workbook.xml": hidden }))).toMatch(/^"Order"/);
  expect(await readCells('<c t="str"><v>Order</v></c>', 2)).toBe('\n"Order"');
});

test.each([
  ["a text", Buffer.from("Order,Number")],
  ["an archive without a sheet", zip({ "readme.txt": "x" })],
  ["a damaged archive", zip(PARTS).subarray(0, -30)],
  ["a sheet that is not XML", zip({ ...PARTS, "xl/worksheets/sheet2.xml": "<row" })],
])("%s with the name of an Excel file is refused with a message that says what to do", async (_, content) => {
  await expect(read(content)).rejects.toThrow(
    "Docket.XLSX cannot be read as an Excel file. Open it in a spreadsheet program, save it as CSV and choose that file.",
  );
});

test("an Excel file with a row far below the others is refused as too large", async () => {
  const sheet = '<worksheet><row r="1048576"><c r="A1048576"><v>1</v></c></row></worksheet>';
  await expect(read(zip({ ...PARTS, "xl/worksheets/sheet2.xml": sheet }))).rejects.toThrow("too large");
});
