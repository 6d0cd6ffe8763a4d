import { expect, test } from "vitest";
import { ApiError } from "./errors.ts";
import {
  readAmount,
  readFields,
  readId,
  findList,
  readEntries,
  readMessage,
  readNumber,
  readText,
} from "./read.ts";

const odd = [undefined, null, "", "soup", 0, -1, Number.NaN, true, [], {}, [null]];

test("malformed values in an API response cause no error, and a number is never read as NaN (§3, §7, D94, D101)", () => {
  expect(odd.map((value) => readText(value, "?"))).toEqual([
    "?",
    "?",
    "",
    "soup",
    "0",
    "-1",
    "NaN",
    "?",
    "?",
    "?",
    "?",
  ]);
  expect(odd.map((value) => readNumber(value, 7))).toEqual([7, 7, 7, 7, 0, -1, 7, 7, 7, 7, 7]);
  expect(odd.map((value) => Object.keys(readFields(value)).length)).toEqual(odd.map(() => 0));
  expect(odd.flatMap((value) => readEntries(value, () => "x"))).toEqual(["x"]);
});

test("numbers in a response may be strings, and an amount in rupees is rounded to paise and never negative", () => {
  expect([readNumber("588.82"), readNumber(" 9 "), readNumber("Infinity"), readNumber("9 %")]).toEqual([
    588.82, 9, 0, 0,
  ]);
  expect([readAmount("588.8249"), readAmount(-3), readAmount("soon", 99)]).toEqual([588.82, 0, 99]);
});

test("a null field of a response is read as missing, and the first id field with a value is used", () => {
  expect(readFields({ a: null, b: 0 })).toEqual({ b: 0 });
  expect([readId(null, "", 7), readId({}, "a", "b"), readId(undefined)]).toEqual(["7", "a", ""]);
});

test("a list in an API response is read from the response itself or from one of its fields", () => {
  expect([
    findList([1]),
    findList({ data: [2] }, "orders", "data"),
    findList({ data: {} }, "data"),
    findList(null, "data"),
  ]).toEqual([[1], [2], null, null]);
  expect([readMessage(undefined), readMessage({ message: "Done." }).message]).toEqual([
    { success: true, message: "" },
    "Done.",
  ]);
});

test.each([
  [{ message: "It is gone.", error: "Not Found" }, "It is gone.", true],
  [{ error: "It is gone." }, "It is gone.", true],
  [{ message: "", error: { code: 7 } }, "HTTP 404", false],
  [null, "HTTP 404", false],
  ["<p>It is gone.</p>", "HTTP 404", false],
])("an error with the body %j has the message %s (§7)", (body, message, spoken) => {
  expect(new ApiError(404, body)).toMatchObject({ message, spoken, fields: [] });
});
