import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerDesk, describeCommand, showDesk } from "../../../tests/support/jsdom/show-desk.tsx";
import NewProductScreen from "./new-product.tsx";

const add = describeCommand("products add", {
  price: { summary: "the price", kind: "amount" },
  hsn: { summary: "the HSN", kind: "hsn", or: ["none"] },
  shown: { summary: "show it at once", flag: true },
});

test("the form of a new product lists the HSN as missing if the owner has chosen none", async () => {
  answerDesk([add], (_, address) =>
    address.startsWith("/api/values") ? [{ value: "4419", summary: "GST 5 %", gstRate: 5 }] : undefined,
  );
  showDesk(<NewProductScreen />);
  await screen.findByRole("option", { name: "4419: GST 5 %" });
  const choose = (value: string) =>
    fireEvent.change(screen.getByRole("combobox", { name: "HSN" }), { target: { value } });
  const missing = screen.getByText(/^Needed before it can be shown:/);
  choose("4419");
  expect(missing.textContent).not.toContain("HSN");
  choose("none");
  expect(missing.textContent).toContain("HSN");
});

test("a new product needs only a title to be saved, but all values that shoppers see to be shown at once", async () => {
  answerDesk([add], (_, address) => (address.startsWith("/api/values") ? [] : undefined));
  showDesk(<NewProductScreen />);
  const price = await screen.findByRole<HTMLInputElement>("textbox", { name: /^Price/ });
  expect(price.required).toBe(false);
  fireEvent.click(screen.getByRole("checkbox", { name: "Show the product in the shop at once" }));
  expect(price.required).toBe(true);
});
