import { expect, test } from "vitest";
import { foldPages } from "./paging.ts";

const listOffered = (page: number, pages: number) =>
  foldPages(page, pages)
    .map((number) => number ?? "…")
    .join(" ");

test("paging shows links to all pages if there are few", () => {
  expect(listOffered(1, 1)).toBe("1");
  expect(listOffered(2, 5)).toBe("1 2 3 4 5");
});

test("paging shows the first, the last and the neighbouring pages if there are many", () => {
  expect(listOffered(1, 60)).toBe("1 2 … 60");
  expect(listOffered(30, 60)).toBe("1 … 29 30 31 … 60");
  expect(listOffered(60, 60)).toBe("1 … 59 60");
});

test("paging shows the number of a single left-out page instead of an ellipsis, which would be as wide", () => {
  expect(listOffered(4, 60)).toBe("1 2 3 4 5 … 60");
  expect(listOffered(3, 6)).toBe("1 2 3 4 5 6");
});
