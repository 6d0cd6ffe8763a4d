import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { FirstPieces } from "./first-pieces.tsx";

const products = ["a", "b", "c", "d"].map((id) => ({ _id: id, id, title: `Bowl ${id}`, price: 900 }));

test("three suggested products fill the space that was reserved while they loaded (§2.19, D29)", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ success: true, data: products, total: 4 }));
  const { container } = render(<FirstPieces />);
  expect(container.querySelectorAll("[aria-hidden] > div > div")).toHaveLength(3);
  const links = await screen.findAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/product-info/a",
    "/product-info/b",
    "/product-info/c",
  ]);
});
