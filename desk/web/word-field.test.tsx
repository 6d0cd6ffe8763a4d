import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { WordField } from "./word-field.tsx";
import { answerDesk, showDesk } from "../../tests/support/jsdom/show-desk.tsx";

const word = { name: "page", isArgument: false, summary: "the page", required: false, kind: "page", or: [] };

function PageField() {
  const [value, setValue] = useState("/products");
  return (
    <WordField
      word={word}
      label="Page"
      value={value}
      onChange={(next) => setValue(typeof next === "string" ? next : "")}
    />
  );
}

test("the owner can type a page that is not in the list, and go back to the list, without losing the focus", async () => {
  answerDesk([], () => [{ value: "/products", summary: "All products" }]);
  showDesk(<PageField />);
  await screen.findByRole("option", { name: "All products" });
  const choose = (value: string) =>
    fireEvent.change(screen.getByRole("combobox", { name: "Page" }), { target: { value } });
  expect(document.activeElement).toBe(document.body);
  choose("another value");
  const text = screen.getByRole<HTMLInputElement>("textbox", { name: "Page" });
  expect(document.activeElement).toBe(text);
  fireEvent.change(text, { target: { value: "/product-info/teak-tray" } });
  fireEvent.click(screen.getByRole("button", { name: "Choose from the list" }));
  const list = screen.getByRole<HTMLSelectElement>("combobox", { name: "Page" });
  expect(document.activeElement).toBe(list);
  expect(list.value).toBe("/product-info/teak-tray");
  choose("/products");
  expect(list.value).toBe("/products");
});
