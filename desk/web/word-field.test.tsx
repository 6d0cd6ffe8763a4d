import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { readText } from "./form-values.ts";
import { WordField } from "./word-field.tsx";
import { answerDesk, showDesk } from "../../tests/support/jsdom/show-desk.tsx";

const word = { name: "page", isArgument: false, summary: "the page", required: false, kind: "page", or: [] };

function PageField() {
  const [value, setValue] = useState("/products");
  return <WordField word={word} label="Page" value={value} onChange={(next) => setValue(readText(next))} />;
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
  expect(text.value, "the chosen page").toBe("/products");
  expect([text.selectionStart, text.selectionEnd], "typing replaces it").toEqual([0, "/products".length]);
  fireEvent.change(text, { target: { value: "/product-info/teak-tray" } });
  fireEvent.click(screen.getByRole("button", { name: "Choose from the list" }));
  const list = screen.getByRole<HTMLSelectElement>("combobox", { name: "Page" });
  expect(document.activeElement).toBe(list);
  expect(list.value).toBe("/product-info/teak-tray");
  choose("/products");
  expect(list.value).toBe("/products");
});

function StockInForm({ value: first, onChange }: { value: string; onChange: (value: string) => void }) {
  const [value, setValue] = useState(first);
  return (
    <WordField
      word={{ ...word, name: "stock", summary: "the pieces", kind: "text", required: true, or: ["none"] }}
      label="Stock"
      value={value}
      onChange={(next) => {
        setValue(readText(next));
        onChange(readText(next));
      }}
    />
  );
}

const drawStock = (value: string, onChange: (value: string) => void) => {
  vi.stubGlobal("fetch", async () => Response.json([]));
  showDesk(<StockInForm {...{ value, onChange }} />);
};

test("the owner must choose between a number of pieces and made to order, and enter the number in the first case", () => {
  let now = "";
  drawStock("", (value) => (now = value));
  const way = screen.getByRole<HTMLSelectElement>("combobox", { name: "Stock" });
  expect(way.checkValidity()).toBe(false);
  fireEvent.change(way, { target: { value: "ready" } });
  const pieces = screen.getByRole<HTMLInputElement>("textbox", { name: "Pieces in the workshop" });
  expect(document.activeElement).toBe(pieces);
  expect(pieces.checkValidity()).toBe(false);
  fireEvent.change(pieces, { target: { value: "12" } });
  expect([now, pieces.checkValidity()]).toEqual(["12", true]);
  fireEvent.change(way, { target: { value: "none" } });
  expect(now).toBe("none");
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("the owner can add pieces to the stock without a plus sign", () => {
  let now = "";
  drawStock("3", (value) => (now = value));
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("3");
  fireEvent.change(screen.getByRole("combobox", { name: "Stock" }), { target: { value: "+" } });
  fireEvent.change(screen.getByRole("textbox", { name: "Pieces to add" }), { target: { value: "5" } });
  expect(now).toBe("+5");
});

test("the user chooses an HSN with its GST rate or types another HSN, and the list of categories begins with 'Choose'", async () => {
  vi.stubGlobal("fetch", async (address: string) =>
    Response.json(
      address.includes("begin=8211")
        ? [{ value: "8211", summary: "GST 18 %", gstRate: 18 }]
        : address.startsWith("/api/values")
          ? [{ value: "4419", summary: "GST 5 %", gstRate: 5 }]
          : [],
    ),
  );
  function NamedField({ kind = "hsn" }) {
    const [value, setValue] = useState("");
    return (
      <WordField
        word={{ ...word, name: "hsn", summary: "the HSN code", kind }}
        label={kind === "hsn" ? "HSN" : "Category"}
        value={value}
        onChange={(next) => setValue(readText(next))}
      />
    );
  }
  showDesk(<NamedField />);
  await screen.findByRole("option", { name: "4419: GST 5 %" });
  const list = screen.getByRole("combobox", { name: "HSN" });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    "Choose",
    "4419: GST 5 %",
    "Another HSN",
  ]);
  fireEvent.change(list, { target: { value: "another value" } });
  fireEvent.change(screen.getByRole("textbox", { name: "HSN" }), { target: { value: "8211" } });
  expect(await screen.findByText("GST 18 %")).toBeTruthy();
  showDesk(<NamedField kind="category" />);
  const [empty] = screen.getByRole("combobox", { name: "Category" }).children;
  expect(empty?.textContent).toBe("Choose");
});
