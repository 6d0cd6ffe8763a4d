import { expect, test } from "vitest";
import { formatResult } from "./run-command.ts";

test("a list may have more rows than a function takes arguments: a month of a large shop", () => {
  const rows = Array.from({ length: 150_000 }, () => ["a"]);
  expect(formatResult({ columns: ["n"], rows }).length).toBe("n\n─\n".length + rows.length * 2 - 1);
});
