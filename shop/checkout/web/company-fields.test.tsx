import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { setTokenSource } from "#client/token-source.ts";
import { CheckoutForm } from "./checkout-form.tsx";
import type { Attempt } from "./place-order.ts";

vi.mock("#ui/toast.ts", () => ({ prepareToasts: () => {}, toastError: () => {} }));

const customer = {
  _id: "asha",
  firstName: "Asha",
  lastName: "Patel",
  email: "asha@example.com",
  phoneNumber: "9876543210",
};
const home = {
  _id: "home",
  id: "home",
  street: "12 Ring Road",
  city: "Surat",
  state: "Gujarat",
  zipCode: "395002",
  country: "India",
  isDefault: true,
};

test("a mistyped GSTIN is said at its field, and a PIN of another state beside its own, which is sent (§2.8, D108, D61, D64)", async () => {
  const sent: Attempt["body"][] = [];
  setTokenSource({ accessToken: () => "access", renew: () => Promise.resolve(null) });
  render(
    <CheckoutForm
      {...{ customer, payable: 96_182, delivery: null, taxRates: { cgst: 9, sgst: 9 }, totalAmount: 1060.82 }}
      addresses={[home]}
      items={[{ productId: "bowl", quantity: 1, price: 899, title: "Acacia Bowl" }]}
      place={async (body) => {
        sent.push(body);
        return { kind: "placed", order: null };
      }}
      onPlaced={() => {}}
      onBagOutdated={() => {}}
    />,
  );
  const type = async (label: string | RegExp, text: string) => {
    await userEvent.clear(screen.getByLabelText(label));
    await userEvent.type(screen.getByLabelText(label), text);
  };
  await userEvent.click(screen.getByLabelText("I need an invoice for my company"));
  await type(/^Company name/, "Lake Café LLP");
  await type(/^Company address/, "2 MG Road, Pune");
  await type(/^Tax code/, "27 aapfu0939f 1zw");
  await type(/^Company email/, "books@lake.example");
  await type(/^Zip Code/, "560001");
  await userEvent.click(screen.getByRole("button", { name: "Checkout" }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Tax code/).value).toBe("27 aapfu0939f 1zw");
  screen.getByText("This GSTIN holds a typing mistake: its last character does not fit the others.");
  screen.getByText(/^PIN 560001 is in Karnataka, not Gujarat\./);
  expect(sent).toEqual([]);

  await type(/^Tax code/, "27 aapfu0939f 1zv");
  await type(/^Zip Code/, "560 001");
  await type(/^Phone/, "+91-98250 12345");
  await userEvent.click(screen.getByRole("button", { name: "Checkout" }));
  await vi.waitUntil(() => sent.length === 1);
  expect(sent[0]).toMatchObject({
    companyInvoice: { taxCode: "27AAPFU0939F1ZV" },
    shippingAddress: { zipCode: "560001", phoneNumber: "9825012345" },
  });
});
