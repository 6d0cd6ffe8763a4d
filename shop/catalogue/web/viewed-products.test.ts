import { expect, test } from "vitest";
import { RECENTLY_VIEWED, listViewedBefore, addViewedId } from "./viewed-products.ts";

const view = (...ids: string[]) => ids.reduce<string[]>((seen, id) => addViewedId(seen, id), []);

test("at most eight viewed products are listed, without the current one", () => {
  const ids = Array.from({ length: 12 }, (_, index) => `p${index}`);
  const seen = view(...ids);
  expect(listViewedBefore(seen, "p11")).toEqual(["p10", "p9", "p8", "p7", "p6", "p5", "p4", "p3"]);
  expect(listViewedBefore(seen, "another")).toHaveLength(RECENTLY_VIEWED);
});
