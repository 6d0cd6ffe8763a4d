import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Comparison } from "./compare-sizes.tsx";

const products = ["Bowl", "Tray", "Board", "Platter", "Caddy"].map((title) => ({
  _id: title.toLowerCase(),
  title,
  size: [{ L: 12, B: 9, H: 2 }],
}));
const getDrawing = () => screen.getByRole("img");

test("up to four pieces are drawn beside each other, each with its number, and the others wait", () => {
  render(<Comparison products={products} />);
  expect(getDrawing().getAttribute("src")).toBe("/size-drawings/bowl,tray.svg");
  for (const name of ["Caddy", "Board"]) fireEvent.click(screen.getByRole("checkbox", { name }));
  expect(getDrawing().getAttribute("src")).toBe("/size-drawings/bowl,tray,caddy,board.svg");
  expect(getDrawing().getAttribute("alt")).toMatch(/^Bowl: 30\.5 × 22\.9 cm, 5\.1 cm high; Tray: /);
  expect(screen.getByRole("checkbox", { name: "Platter" })).toHaveProperty("disabled", true);
  fireEvent.click(screen.getByRole("checkbox", { name: "1. Bowl" }));
  expect(screen.getByRole("checkbox", { name: "3. Board" })).toHaveProperty("checked", true);
  expect(screen.getByRole("checkbox", { name: "Platter" })).toHaveProperty("disabled", false);
});

test("the piece of the page is drawn first, and a piece of unknown size cannot be chosen", () => {
  const unknown = { _id: "new", title: "New", size: [] };
  render(<Comparison products={[...products, unknown]} first={products[3]} />);
  expect(getDrawing().getAttribute("src")).toBe("/size-drawings/platter.svg");
  expect(screen.getAllByRole("checkbox")).toHaveLength(5);
});
