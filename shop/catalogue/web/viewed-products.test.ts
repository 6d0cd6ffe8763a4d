import { expect, test } from "vitest";
import { readViewed, RECENTLY_VIEWED, listViewedBefore, withViewed } from "./viewed-products.ts";

const view = (...ids: string[]) => ids.reduce<string[]>((seen, id) => withViewed(seen, id), []);

test("the latest first, each once", () => {
  expect(view("bowl", "tray", "bowl", "board")).toEqual(["board", "bowl", "tray"]);
});

test("eight at most, and never the present one", () => {
  const ids = Array.from({ length: 12 }, (_, index) => `p${index}`);
  const seen = view(...ids);
  expect(listViewedBefore(seen, "p11")).toEqual(["p10", "p9", "p8", "p7", "p6", "p5", "p4", "p3"]);
  expect(listViewedBefore(seen, "another")).toHaveLength(RECENTLY_VIEWED);
});

test("what was damaged by hand counts as nothing", () => {
  expect(readViewed(null)).toEqual([]);
  expect(readViewed({ bowl: 1 })).toEqual([]);
  expect(readViewed(["bowl", 3, "", null])).toEqual(["bowl"]);
});
