import { expect, test } from "vitest";
import { readViewed, RECENTLY_VIEWED, listViewedBefore, withViewed } from "./viewed-products.ts";

const view = (...ids: string[]) => ids.reduce<string[]>((seen, id) => withViewed(seen, id), []);

test("viewed products are listed once, the latest first", () => {
  expect(view("bowl", "tray", "bowl", "board")).toEqual(["board", "bowl", "tray"]);
});

test("at most eight viewed products are listed, and never the current one", () => {
  const ids = Array.from({ length: 12 }, (_, index) => `p${index}`);
  const seen = view(...ids);
  expect(listViewedBefore(seen, "p11")).toEqual(["p10", "p9", "p8", "p7", "p6", "p5", "p4", "p3"]);
  expect(listViewedBefore(seen, "another")).toHaveLength(RECENTLY_VIEWED);
});

test("damaged viewed products in the storage are ignored", () => {
  expect(readViewed(null)).toEqual([]);
  expect(readViewed({ bowl: 1 })).toEqual([]);
  expect(readViewed(["bowl", 3, "", null])).toEqual(["bowl"]);
});
