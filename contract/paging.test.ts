import { expect, test } from "vitest";
import { foldPages } from "./paging.ts";

const listOffered = (page: number, pages: number) =>
  foldPages(page, pages)
    .map((number) => number ?? "…")
    .join(" ");

test("few pages are all offered", () => {
  expect(listOffered(1, 1)).toBe("1");
  expect(listOffered(2, 5)).toBe("1 2 3 4 5");
});

test("of many pages the first, the last and the neighbours are", () => {
  expect(listOffered(1, 60)).toBe("1 2 … 60");
  expect(listOffered(30, 60)).toBe("1 … 29 30 31 … 60");
  expect(listOffered(60, 60)).toBe("1 … 59 60");
});

test("a single page is not folded away: it takes no more room than the sign for it", () => {
  expect(listOffered(4, 60)).toBe("1 2 3 4 5 … 60");
  expect(listOffered(3, 6)).toBe("1 2 3 4 5 6");
});
