import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { safeParse } from "valibot";
import { describe, expect, onTestFinished, test } from "vitest";
import { findWrongValues } from "#platform/operator/command-values.ts";
import type { TypedCommand } from "#platform/operator/protocol.ts";
import { runCommand } from "#platform/operator/run-command.ts";
import type { FileError } from "#platform/storage/owner-file.ts";
import { productInFile } from "#shop/catalogue/server/owner-folder/product-file.ts";
import { readRulesFile } from "#shop/policies/server/rules-file.ts";
import { createProductInFolder } from "../tests/support/catalogue-folder.ts";
import { hashRows } from "../tests/support/database.ts";
import { notNumbers } from "../tests/support/not-numbers.ts";
import { findMistakes } from "../tests/support/settings.ts";
import { setUpShop, testShop } from "../tests/support/test-shop.ts";
import { commands } from "./commands.ts";
import { readConfig, settingNames } from "./settings.ts";

setUpShop();

/** Blank texts are left out, because a blank cell, setting or field counts as omitted. */
const filled = notNumbers.filter((text) => text.trim() !== "");

describe("invalid numbers (T56)", () => {
  test("no command accepts an invalid number in a numeric argument or option", () => {
    const accepted = commands.flatMap((command) => {
      const { noun, verb, args, options } = command;
      const named = [
        ...args.map(({ name, kind }) => ({ name, kind, of: "args" as const })),
        ...Object.entries(options).map(([name, { kind }]) => ({ name, kind, of: "options" as const })),
      ].filter(({ kind }) => ["amount", "number", "position", "change"].includes(kind ?? ""));
      return named.flatMap(({ name, of, kind }) =>
        [...notNumbers, ...(kind === "position" ? ["0", "00"] : [])]
          .filter((text) => {
            const typed = { args: {}, options: {}, [of]: { [name]: text } };
            const declared = { args, options: of === "options" ? { [name]: options[name] ?? {} } : {} };
            return findWrongValues(declared, typed) === null;
          })
          .map((text) => `${noun} ${verb} ${name} ${JSON.stringify(text)}`),
      );
    });
    expect(accepted).toEqual([]);
  });

  /** Options that take numbers in a special format, each with an invalid number. */
  const ownForms: readonly [
    noun: string,
    verb: string,
    option: string,
    wrong: (text: string) => Partial<TypedCommand>,
  ][] = [
    ["products", "set", "--by +N", (step) => ({ args: { id: "acacia-bowl" }, options: { by: `+${step}` } })],
    [
      "products",
      "set",
      "--by -N%",
      (percent) => ({ args: { id: "acacia-bowl" }, options: { by: `-${percent}%` } }),
    ],
    ["products", "set", "--was N", (was) => ({ args: { id: "acacia-bowl" }, options: { was } })],
    ["products", "set", "--price N", (price) => ({ args: { id: "acacia-bowl" }, options: { price } })],
    [
      "products",
      "set",
      "--stock +N",
      (pieces) => ({ args: { id: "acacia-bowl" }, options: { stock: `+${pieces}` } }),
    ],
    ["products", "set", "--weight N", (weight) => ({ args: { id: "acacia-bowl" }, options: { weight } })],
    [
      "products",
      "set",
      "--size Nx10x4",
      (size) => ({ args: { id: "acacia-bowl" }, options: { size: `${size} x 10 x 4` } }),
    ],
    ["rules", "", "--reply-days 1-N", (days) => ({ options: { "reply-days": `1-${days}` } })],
    ["orders", "take", "--discount N", (discount) => ({ options: { line: "acacia-bowl:1", discount } })],
    [
      "orders",
      "take",
      "--discount N%",
      (percent) => ({ options: { line: "acacia-bowl:1", discount: `${percent}%` } }),
    ],
    ["orders", "take", "--hours N", (hours) => ({ options: { hours } })],
    ["orders", "take", "--line acacia-bowl:N", (count) => ({ options: { line: `acacia-bowl:${count}` } })],
    ["orders", "addresses", "--weight N", (weight) => ({ options: { weight } })],
    ["orders", "list", "--limit N", (limit) => ({ options: { limit } })],
    ["backup", "create", "--keep N", (count) => ({ options: { keep: count } })],
  ];

  test.for(ownForms)("the command %s %s %s refuses an invalid number N", async ([noun, verb, , wrong]) => {
    const tables = ["product", "stock", "operator_change"] as const;
    const previous = await hashRows(testShop.context, ...tables);
    for (const text of filled) {
      const typed = {
        noun,
        verb,
        args: {},
        options: {},
        folder: "/",
        osUser: "owner",
        confirmed: false,
        ...wrong(text),
      };
      const reply = await runCommand(testShop.context, commands, typed, () => {});
      expect({ text, outcome: reply.outcome }).toEqual({
        text,
        outcome: expect.stringMatching(/^(usage|refused)$/) as string,
      });
    }
    expect(await hashRows(testShop.context, ...tables)).toBe(previous);
  });

  test("no setting with a number accepts an invalid number", () => {
    const usual = settingNames.filter((name) =>
      findMistakes({ [name]: "ten" }).some((line) => /whole number/.test(line)),
    );
    expect(usual).toContain("PORT");
    const accepted = usual.flatMap((name) =>
      filled.filter((text) => findMistakes({ [name]: text }).length === 0).map((text) => `${name}=${text}`),
    );
    expect(accepted).toEqual([]);
    expect(readConfig({ PORT: " " }).port).toBe(3000);
  });

  test.for(["price", "originalPrice", "discount", "stock", "leadDays", "weight", "sales", "featuredRank"])(
    "the column %s of products refuses an invalid number",
    (column) => {
      const accepted = filled.filter(
        (text) => safeParse(productInFile, createProductInFolder("a", { [column]: text })).success,
      );
      expect(accepted).toEqual([]);
    },
  );

  test.for(["cancelWithinHours", "replyWithinDays", "shippingFee", "mostPieces"])(
    "the rule %s refuses an invalid number",
    async (rule) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), "rules-"));
      onTestFinished(() => rm(folder, { recursive: true }));
      for (const text of filled) {
        const errors: FileError[] = [];
        await writeFile(path.join(folder, "rules.json"), JSON.stringify({ [rule]: text }));
        await readRulesFile(folder, errors);
        expect({ text, fields: errors.map(({ field }) => field) }).toEqual({ text, fields: [rule] });
      }
    },
  );

  test("the list of products refuses an invalid number as page and limit", async () => {
    for (const text of filled)
      for (const name of ["page", "limit"]) {
        const { status } = await testShop.api
          .as(null)
          .get(`/api/products/list?${name}=${encodeURIComponent(text)}`);
        expect({ name, text, status }).toEqual({ name, text, status: 400 });
      }
  });
});
