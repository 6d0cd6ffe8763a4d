import { expect, test } from "vitest";
import { buildProductBreadcrumb } from "./breadcrumb.ts";

const way = (category: string, subcategory: string) =>
  buildProductBreadcrumb({ title: "Roz Acacia Everyday Bowl", category, subcategory }).map(
    ({ label, href }) => [label, href],
  );

test("Home, Products, the category, the subcategory and the product", () => {
  expect(way("Serveware", "Bowl")).toEqual([
    ["Home", "/"],
    ["Products", "/products"],
    ["Serveware", "/products?category=Serveware"],
    ["Bowl", "/products?category=Serveware&subcategory=Bowl"],
    ["Roz Acacia Everyday Bowl", undefined],
  ]);
});

test("the subcategory only where it differs from the category (§2.6)", () => {
  expect(way("Bowls", "bowls").map(([label]) => label)).toEqual([
    "Home",
    "Products",
    "Bowls",
    "Roz Acacia Everyday Bowl",
  ]);
});
