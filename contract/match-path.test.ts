import { expect, test } from "vitest";
import { createFinder } from "./match-path.ts";

const paths = ["/", "/cart", "/cart/gift", "/cartPage", "/product/:id", "/product/new", "/a/:b/c/:d"];
const find = createFinder(
  paths.map((path) => ({ path })),
  { path: "*" },
);

test.each([
  ["/", "/", {}],
  ["//", "/", {}],
  ["/cart", "/cart", {}],
  ["/CART/", "/cart", {}],
  ["/cart///", "/cart", {}],
  ["/cartpage", "/cartPage", {}],
  ["/cart/gift", "/cart/gift", {}],
  ["/c%61rt", "/cart", {}],
  ["/product/oak-bowl", "/product/:id", { id: "oak-bowl" }],
  ["/product/Oak-Bowl/", "/product/:id", { id: "Oak-Bowl" }],
  ["/product/tray%20%26%20bowl", "/product/:id", { id: "tray & bowl" }],
  ["/product/a%2Fb", "/product/:id", { id: "a/b" }],
  ["/product/%E0%A4%95", "/product/:id", { id: "क" }],
  ["/product/new", "/product/new", {}],
  ["/a/1/c/2", "/a/:b/c/:d", { b: "1", d: "2" }],
])("the path %s matches the page %s", (pathname, path, params) => {
  expect(find(pathname)).toEqual({ route: { path }, params });
});

test.each([
  "/no-such-page",
  "/product",
  "/product/",
  "/product//",
  "/product//x",
  "/product/a/b",
  "//cart",
  "/cart/more",
  "/cart%2Fgift",
  "/cart%00gift",
  "/cart%22%2C%22gift",
  "/a%2F1%2Fc%2F2",
  "/%E0%A4%A",
  "/%",
  "/:id",
])("the path %s matches no page (§2.1)", (pathname) => {
  expect(find(pathname)).toEqual({ route: { path: "*" }, params: {} });
});

test("a path with invalid percent-encoding is matched without decoding", () => {
  expect(find("/product/50%")).toMatchObject({ params: { id: "50%" } });
});
