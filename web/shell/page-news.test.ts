import { expect, test } from "vitest";
import { bowl } from "../../tests/support/samples.ts";
import { describePageNews, pageNews } from "./page-news.ts";

const failed = { failed: { status: 404, code: "no_such_product", message: "" } };

test("a changed page is described in one sentence, an unchanged one not at all", () => {
  const previous = { product: bowl, complements: [] };
  expect(describePageNews(previous, { ...previous })).toBeNull();
  const dearer = { ...bowl, price: 949 };
  expect(describePageNews(previous, { ...previous, product: dearer })).toBe(
    "The price of this piece has just changed: ₹949.00.",
  );
  expect(describePageNews(previous, { product: failed, complements: failed })).toBe(pageNews.gone);
  expect(describePageNews(previous, { ...previous, complements: [dearer] })).toBe(pageNews.page);
  expect(describePageNews(null, null)).toBeNull();
});
