import { expect, test, vi } from "vitest";
import { loadViewedProducts, saveViewedProduct } from "./viewed-products.ts";

test("the list of viewed products has at most eight products, without the current one", async () => {
  vi.stubGlobal("fetch", async (address: string) => {
    const id = address.split("/").at(-1) ?? "";
    return Response.json({ _id: id, title: id });
  });
  for (let at = 0; at < 12; at++) saveViewedProduct(`p${at}`);
  const list = async (present: string) => {
    const products = await loadViewedProducts(new AbortController().signal, { present });
    return products.map(({ _id }) => _id);
  };
  expect(await list("p11")).toEqual(["p10", "p9", "p8", "p7", "p6", "p5", "p4", "p3"]);
  expect(await list("another")).toHaveLength(8);
});
