import { expect, test } from "vitest";
import { links } from "./links.ts";
import { findPageName, pagePaths } from "./page-paths.ts";

test.each([
  ["/LOG-IN/", "logIn"],
  ["/log%2Din", "logIn"],
  ["/logout", "logIn"],
  ["/account/addresses", "address"],
  ["/Wooden-Bowls", "listing"],
  ["/product/roz", "product"],
  ["/order-details/TRV-7K3M9Q//", "orderDetails"],
  ["/orders/more", null],
  ["/addresses/asha", null],
  ["//log-in", null],
])("for the path %s, findPageName returns %s", (path, page) => {
  expect(findPageName(path)).toBe(page);
});

test("every path in the route table leads to its page, and links use the canonical path", () => {
  for (const [page, paths] of Object.entries(pagePaths)) {
    for (const path of paths) expect(findPageName(path.replace(/:\w+/, "a%2Fb")), path).toBe(page);
  }
  expect([links.product("a/$&"), links.orderDetails("TRV-1"), links.hotProduct(6)]).toEqual([
    "/product-info/a%2F%24%26",
    "/order-details/TRV-1",
    "/product-6",
  ]);
  expect(links.logIn("/cart?a=1", "registered")).toBe("/log-in?redirect=%2Fcart%3Fa%3D1&after=registered");
});
