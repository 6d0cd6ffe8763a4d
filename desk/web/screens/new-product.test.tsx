import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerDesk, describeCommand, showDesk } from "../../../tests/support/jsdom/show-desk.tsx";
import NewProductScreen from "./new-product.tsx";

const add = describeCommand("products add", {
  price: { summary: "the price", kind: "amount" },
  hsn: { summary: "the HSN", kind: "hsn", or: ["none"] },
  shown: { summary: "show it at once", flag: true },
});

test("the form of a new product asks for the HSN to show the price with GST, and says that the HSN is still needed if the owner chooses no HSN", async () => {
  answerDesk([add], (_, address) =>
    address.startsWith("/api/values") ? [{ value: "4419", summary: "GST 5 %", gstRate: 5 }] : undefined,
  );
  showDesk(<NewProductScreen />);
  await screen.findByRole("option", { name: "4419: GST 5 %" });
  const choose = (value: string) =>
    fireEvent.change(screen.getByRole("combobox", { name: "HSN" }), { target: { value } });
  const hsn = () => screen.getAllByRole("listitem").find((item) => item.textContent?.startsWith("HSN"));
  fireEvent.change(screen.getByRole("textbox", { name: /^Price/ }), { target: { value: "1,000" } });
  expect(screen.getByText("Choose the HSN to see the price with GST.")).toBeTruthy();
  choose("4419");
  expect(screen.getByText("Shoppers pay ₹1,050.00 with 5 % GST.")).toBeTruthy();
  expect(hsn()?.textContent).toBe("HSN: done");
  choose("none");
  expect(hsn()?.textContent).toBe("HSN: still needed");
});

test("a new product needs only a title to be saved, but all values that shoppers see to be shown at once", async () => {
  answerDesk([add], (_, address) => (address.startsWith("/api/values") ? [] : undefined));
  showDesk(<NewProductScreen />);
  const price = await screen.findByRole<HTMLInputElement>("textbox", { name: /^Price/ });
  expect(price.required).toBe(false);
  fireEvent.click(screen.getByRole("checkbox", { name: "Publish the product at once" }));
  expect(price.required).toBe(true);
});
