import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import * as v from "valibot";
import { beforeEach, expect, test } from "vitest";
import { makeFolder } from "../../../../tests/support/folder.ts";
import { pickSize } from "../../../../tests/support/long-form.ts";
import { setSeller } from "../../../../tests/support/products.ts";
import {
  flattenRecomputed,
  flattenReturn,
  recomputeBooks,
} from "../../../../tests/support/recompute-books.ts";
import { sampleSeller } from "../../../../tests/support/samples.ts";
import {
  anySoldOrder,
  soldMonths,
  type SoldOrder,
  writeSoldOrders,
} from "../../../../tests/support/sold-orders.ts";
import { context, setUpShop } from "../../../../tests/support/test-shop.ts";
import { findGstinError } from "#shop/pricing/gstin.ts";
import type { GstReturn } from "./gst-return.ts";
import { gstReturn } from "../../command-results.ts";
import { reportCommands } from "../reports.ts";

const nameSeller = () => setSeller(context, { gstin: sampleSeller.gstin, state: "Gujarat" });
setUpShop({ goods: [] });
beforeEach(nameSeller);

const run = (verb: string, options: Record<string, string>, folder = "/") =>
  reportCommands.find((one) => one.verb === verb)!.run(context, { args: {}, options, folder });

const isGstin = (text: string) => findGstinError(text) === null;
const isDay = (text: string) => /^(0[1-9]|[12]\d|3[01])-(0[1-9]|1[0-2])-20\d\d$/.test(text);
const isDocumentNumber = (text: string) => /^[A-Za-z0-9/-]{1,16}$/.test(text);
const isText =
  (...allowed: string[]) =>
  (text: string) =>
    allowed.includes(text);
const isAmount = (text: string) => Math.round(Number(text) * 100) / 100 === Number(text);
const isValue = (text: string) => isAmount(text) && Number(text) >= 0;
const isCount = (text: string) => /^[1-9]\d*$/.test(text);
const isCountOrNone = (text: string) => /^\d+$/.test(text);

/** The fields of GSTR-1 that the shop uses, with their formats as published by the GST network. */
const formats: Record<string, (text: string) => boolean> = {
  gstin: isGstin,
  ctin: isGstin,
  fp: (text) => /^(0[1-9]|1[0-2])20\d\d$/.test(text),
  version: (text) => /^GST\d+\.\d+\.\d+$/.test(text),
  hash: isText("hash"),
  // The code of an Indian state, of "Other Territory" (97) or of another country (96).
  pos: (text) => /^(0[1-9]|[12]\d|3[0-8]|9[67])$/.test(text),
  rt: isText("0", "0.1", "0.25", "1", "1.5", "3", "5", "6", "7.5", "12", "18", "28", "40"),
  // If the product has no code, the field is empty. The command reports this, and the owner enters the code.
  hsn_sc: (text) => /^(\d{4}|\d{6}|\d{8})?$/.test(text),
  uqc: isText("BAG", "BOX", "BTL", "KGS", "NOS", "PAC", "PCS", "PRS", "SET", "UNT", "OTH"),
  rchrg: isText("Y", "N"),
  inv_typ: isText("R", "DE", "SEWP", "SEWOP", "CBW"),
  ntty: isText("C", "D"),
  sply_ty: isText("INTER", "INTRA"),
  typ: isText("OE", "E", "B2CL", "EXPWP", "EXPWOP"),
  doc_num: (text) => isCount(text) && Number(text) <= 12,
  doc_typ: () => true,
  ...Object.fromEntries(["idt", "nt_dt"].map((name) => [name, isDay])),
  ...Object.fromEntries(["inum", "nt_num", "from", "to"].map((name) => [name, isDocumentNumber])),
  ...Object.fromEntries(["qty", "txval", "iamt", "camt", "samt", "csamt"].map((name) => [name, isAmount])),
  ...Object.fromEntries(["num", "totnum"].map((name) => [name, isCount])),
  ...Object.fromEntries(["cancel", "net_issue"].map((name) => [name, isCountOrNone])),
  val: isValue,
};

/** Returns the fields of a return that the GST network would reject: unknown fields, wrong formats and empty lists. */
function findFaults(value: unknown, name = ""): string[] {
  if (value === null || typeof value !== "object")
    return formats[name]?.(String(value)) ? [] : [`${name}: ${JSON.stringify(value)}`];
  const fields = Object.entries(value);
  if (fields.length === 0) return [`${name} is empty`];
  return fields.flatMap(([key, each]) => findFaults(each, Array.isArray(value) ? name : key));
}

const anyMonths = fc.constantFrom(...soldMonths).chain((months) =>
  fc.record({
    months: fc.constant(months),
    sold: fc.array(anySoldOrder(months), { minLength: 1, maxLength: 60 }),
  }),
);

test("the GST return of any month matches the published schema and an independent computation to the paisa", async () => {
  await fc.assert(
    fc.asyncProperty(anyMonths, async ({ months, sold }) => {
      await context.wipe();
      await nameSeller();
      await writeSoldOrders(context, sold);
      for (const month of months) {
        const lines = await recomputeBooks(context, month);
        const { gstr1: content } = (await run("gstr1", { month })).data as { gstr1: GstReturn };
        expect(flattenReturn(content)).toEqual(flattenRecomputed(lines));
        expect(findFaults(JSON.parse(JSON.stringify(content)))).toEqual([]);
        const smallSales = (content.b2cs ?? []).map(({ sply_ty, pos, rt }) => `${sply_ty} ${pos} ${rt}`);
        expect(smallSales, "one row for each place and rate").toEqual([...new Set(smallSales)]);
        const sum = (name: "taxable" | "igst" | "cgst" | "sgst") =>
          lines.reduce((total, line) => total + line[name], 0);
        const { rows = [], columns = [] } = await run("sales", { month });
        const total = ["Goods", "Shipping", "IGST", "CGST", "SGST"].flatMap((name) =>
          columns.includes(name) ? (rows.at(-1)?.[columns.indexOf(name)] ?? []) : "₹0.00",
        );
        const [goods = 0, fee = 0, ...taxes] = total.map(
          (cell) => Number(String(cell).replace("−", "-").replaceAll(/[₹,]/g, "")) * 100,
        );
        expect([goods + fee, ...taxes]).toEqual(
          [sum("taxable"), sum("igst"), sum("cgst"), sum("sgst")].map((paise) => expect.closeTo(paise, 3)),
        );
      }
    }),
    { numRuns: pickSize(3, 60) },
  );
});

const on = (day: string) => new Date(`2026-11-${day}T06:00:00Z`);
const sell = (more: Partial<SoldOrder>): SoldOrder => ({
  lines: [{ unitPrice: 249_900, quantity: 2, hsn: "4419" }],
  state: "Karnataka",
  taxCode: null,
  rate: 9,
  soldOn: on("03"),
  refunds: [],
  ...more,
});
const large = [{ unitPrice: 60_000_00, quantity: 2, hsn: "4419" }];

test("the GST return and its sheets have the format of the government's offline tool", async () => {
  await writeSoldOrders(context, [
    sell({ taxCode: "29ABCDE1234F1ZW" }),
    sell({ lines: large, soldOn: on("04"), refunds: [{ part: 0.5, on: on("09") }] }),
    sell({ state: "Gujarat", soldOn: on("05") }),
    sell({
      taxCode: "27AAPFU0939F1ZV",
      state: "Gujarat",
      soldOn: on("06"),
      refunds: [{ part: 1, on: on("10") }],
    }),
  ]);
  const folder = await makeFolder();
  const result = await run("gstr1", { month: "2026-11", into: "november" }, folder);
  expect(result).not.toHaveProperty("attention");
  expect(result.rows?.at(-1)).toEqual(["Total", 6, "₹69,996.00", "₹11,699.64", "₹449.82", "₹449.82"]);

  const written = path.join(folder, "november");
  const sheets = ["b2b", "b2cl", "b2cs", "cdnr", "cdnur", "docs", "hsn-b2b", "hsn-b2c"];
  expect((await readdir(written)).toSorted()).toEqual([
    ...sheets.map((name) => `gstr1-2026-11-${name}.csv`),
    "gstr1-2026-11.json",
  ]);
  const read = (name: string) => readFile(path.join(written, name), "utf8");
  const content = JSON.parse(await read("gstr1-2026-11.json")) as GstReturn;
  expect(content).toMatchObject({ gstin: "24ABCDE1234F1Z6", fp: "112026" });
  expect(content.b2b?.find(({ ctin }) => ctin.startsWith("29"))).toEqual({
    ctin: "29ABCDE1234F1ZW",
    inv: [
      {
        inum: "26-27/000001",
        idt: "03-11-2026",
        val: 5798.64,
        pos: "29",
        rchrg: "N",
        inv_typ: "R",
        itms: [{ num: 1, itm_det: { rt: 18, txval: 4998, iamt: 899.64, csamt: 0 } }],
      },
    ],
  });
  expect(content.b2cl).toMatchObject([{ pos: "29", inv: [{ inum: "26-27/000002", val: 141_501 }] }]);
  expect(content.b2cs).toEqual([
    { sply_ty: "INTRA", pos: "24", typ: "OE", rt: 18, txval: 4998, camt: 449.82, samt: 449.82, csamt: 0 },
  ]);
  expect(content.cdnur).toMatchObject([
    { typ: "B2CL", ntty: "C", nt_num: "CN26-27/000001", nt_dt: "09-11-2026", pos: "29" },
  ]);
  expect(content.cdnr).toMatchObject([
    { ctin: "27AAPFU0939F1ZV", nt: [{ nt_num: "CN26-27/000002", val: 5798.64, rchrg: "N", inv_typ: "R" }] },
  ]);
  expect(await read("gstr1-2026-11-cdnr.csv")).toContain(
    "27AAPFU0939F1ZV,Lake Café LLP,CN26-27/000002,10-Nov-2026,C,24-Gujarat,N,Regular B2B,5798.64,,18.00,4998.00,0.00",
  );
  expect((await run("gstr1", { month: "2026-11", csv: "docs" })).message).toBe(
    "Nature of Document,Sr. No. From,Sr. No. To,Total Number,Cancelled\n" +
      "Invoices for outward supply,26-27/000001,26-27/000004,4,0\nCredit Note,CN26-27/000001,CN26-27/000002,2,0",
  );
});

test("if invoice numbers were lost, the GST return lists the numbers before and after them as two ranges", async () => {
  await writeSoldOrders(
    context,
    ["03", "04", "05"].map((day) => sell({ soldOn: on(day) })),
  );
  await context.database.pool.query(
    "update invoice set number = '26-27/000131' where number = '26-27/000003'",
  );
  expect((await run("gstr1", { month: "2026-11", csv: "docs" })).message).toBe(
    "Nature of Document,Sr. No. From,Sr. No. To,Total Number,Cancelled\n" +
      "Invoices for outward supply,26-27/000001,26-27/000002,2,0\n" +
      "Invoices for outward supply,26-27/000131,26-27/000131,1,0",
  );
});

test("the GST return tells the owner which data is missing, with one message for all documents with the same problem", async () => {
  const lines = [{ unitPrice: 100, quantity: 1, hsn: null }];
  await writeSoldOrders(context, [
    sell({ state: "Narnia", taxCode: "24B", lines }),
    ...["04", "05", "06", "07", "08"].map((day) => sell({ lines, soldOn: on(day) })),
  ]);
  const { message, attention, data } = await run("gstr1", { month: "2026-11" });
  expect(attention).toBe(true);
  expect(message).toContain('1 document with the place of supply "Narnia", which is not a state of India');
  expect(message).toContain('1 document with the tax code "24B" of a company, which is not a GSTIN');
  expect(message).toContain(
    "6 documents with a line without an HSN: 26-27/000001, 26-27/000002, 26-27/000003, 26-27/000004, 26-27/000005 and 1 more. Enter the HSN",
  );
  const { findings } = v.parse(gstReturn.data, data);
  expect(findings.map(({ documents }) => documents.length)).toEqual([1, 1, 6]);
  expect((await run("gstr1", { month: "2026-11", gstin: "27AAPFU0939F1ZV" })).message).toContain(
    "6 documents with another GSTIN of yours, 24ABCDE1234F1Z6",
  );
  await setSeller(context, { gstin: "SAMPLE GSTIN", state: "Gujarat" });
  await expect(run("gstr1", { month: "2026-11" })).rejects.toThrow("A GST return needs your GSTIN");
});

test("the GST return contains the invoices that were issued before the owner entered a GSTIN", async () => {
  await writeSoldOrders(context, [sell({})]);
  await context.database.pool.query(`update invoice set seller = seller || '{"gstin": "SAMPLE GSTIN"}'`);
  const { message } = await run("gstr1", { month: "2026-11", csv: "docs" });
  expect(message).toContain("Invoices for outward supply,26-27/000001,26-27/000001,1,0");
});

test("the sales report of a month shows the HSN code and the tax rate of each invoice and credit note", async () => {
  await writeSoldOrders(context, [sell({ refunds: [{ part: 1, on: on("09") }] })]);
  const { message = "" } = await run("sales", { month: "2026-11", csv: "on" });
  expect(message.startsWith("\uFEFFNumber,")).toBe(true);
  expect(message.split("\n").map((line) => line.split(",").slice(-3))).toEqual([
    ["HSN", "Rate", "Corrects"],
    ["4419", "18%", ""],
    ["4419", "18%", "26-27/000001"],
  ]);
});
