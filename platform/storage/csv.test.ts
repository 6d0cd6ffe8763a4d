import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readCsvRows } from "./csv.ts";

async function readFile(content: string | Buffer) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "taruva-csv-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "goods.csv");
  await writeFile(file, content);
  const rows: string[][] = [];
  const errors: unknown[] = [];
  await readCsvRows({ file, name: "goods.csv", of: "products" }, errors as never, (cells, index) => {
    rows[index] = cells;
  });
  return { rows, errors };
}

async function read(text: string) {
  const { rows, errors } = await readFile(text);
  expect(errors).toEqual([]);
  return rows;
}

test("a folder in place of a CSV file is refused with a message that says what to do", async () => {
  const errors: unknown[] = [];
  await readCsvRows({ file: os.tmpdir(), name: "tmp", of: "products" }, errors as never, () => {});
  expect(errors).toMatchObject([{ message: "is a folder. Choose a file." }]);
});

test.each([
  ["bytes of another encoding", Buffer.from("a,b\né,2\n", "latin1")],
  ["UTF-16", Buffer.from("\uFEFFa,b\n1,2\n", "utf16le")],
  ["U+0000, which the database cannot store", "a,b\n\0,2\n"],
])("a CSV file with %s is refused with a message that says what to do", async (_, content) => {
  expect((await readFile(content)).errors).toMatchObject([
    { message: 'is not in UTF-8. Save it as "CSV UTF-8".' },
  ]);
});

test("an Excel file in place of a CSV file is refused with a message that says what to do", async () => {
  const { errors } = await readFile(Buffer.from("PK\u0003\u0004\u0014\0\u0006\0", "latin1"));
  expect(errors).toMatchObject([{ message: "is an Excel file. Save it as CSV." }]);
});

test("all rows of a CSV file are read, even if it contains several kinds of line breaks", async () => {
  expect(await read("a,b\r\n1,2\n3,4\r5,6\r\n")).toEqual([
    ["a", "b"],
    ["1", "2"],
    ["3", "4"],
    ["5", "6"],
  ]);
});

/** ` | ` separates the expected cells of a row. */
test.each([
  ["commas", "a,b\n1,2\n", "a | b\n1 | 2"],
  [
    "semicolons and a comma in a name",
    "slug;price, INR;text\nbowl;1;x, y\ntray;2;z\n",
    "slug | price, INR | text\nbowl | 1 | x, y\ntray | 2 | z",
  ],
  [
    "semicolons, and commas in names and numbers",
    "Price, INR;Weight, g\n1299,00;0,35\n",
    "Price, INR | Weight, g\n1299,00 | 0,35",
  ],
  [
    "semicolons and as many commas in each row",
    "a, b;c, d;e\n1, 2;3, 4;5\n",
    "a, b | c, d | e\n1, 2 | 3, 4 | 5",
  ],
  ["commas and semicolons in quotes", '"a;b;c",d\n"1;2;3",4\n', "a;b;c | d\n1;2;3 | 4"],
  ["commas and semicolons in a text", "a,b\n1;2;3,x;y\n4,5\n", "a | b\n1;2;3 | x;y\n4 | 5"],
  ["tabs and a comma in a name", "slug\tprice, INR\nbowl\t1\n", "slug | price, INR\nbowl | 1"],
  ["a quoted name with line breaks and quotes", '"a\n""x"";y";b\n1;"2;3"\n', 'a\n"x";y | b\n1 | 2;3'],
  ["a declared separator", "sep=;\nslug;price, INR\nbowl;1\n", "slug | price, INR\nbowl | 1"],
  [
    "a declared separator after a byte order mark, with another line break",
    "\uFEFFSEP=|\r\na|b,c\r\n1|2\r\n",
    "a | b,c\n1 | 2",
  ],
  ["a declared tab", "sep=\t\na\tb\n1\t2\n", "a | b\n1 | 2"],
  ["one column", "slug\nbowl\n", "slug\nbowl"],
  [
    "semicolons below a title with a comma",
    "Report, November\n\na;b\n1;2\n3;4\n",
    "Report, November\n\na | b\n1 | 2\n3 | 4",
  ],
  [
    "commas, and a text of several lines with semicolons",
    'a,b\n1,"x; y\nx; y\nx; y\nx; y"\n2,z\n',
    "a | b\n1 | x; y\nx; y\nx; y\nx; y\n2 | z",
  ],
])("the separator of a CSV file is detected: %s", async (_, text, rows) => {
  expect((await read(text)).map((cells) => cells.join(" | ")).join("\n")).toBe(rows);
});
