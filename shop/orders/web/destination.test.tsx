import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { setTokenSource } from "#client/token-source.ts";
import { ApiError } from "#contract/errors.ts";
import { CheckoutForm } from "./checkout-form.tsx";

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

const fields = [{ path: "shippingAddress.phoneNumber", message: "Phone Number must be 10 digits" }];

beforeEach(() => {
  sessionStorage.clear();
  setTokenSource({ accessToken: () => "access", renew: () => Promise.resolve(null) });
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: true }));
});

const show = () =>
  render(
    <CheckoutForm
      customer={customer}
      addresses={[home]}
      items={[{ productId: "bowl", quantity: 1, price: 899, title: "Acacia Bowl" }]}
      totalAmount={1060.82}
      payable={96_182}
      delivery={null}
      taxRates={{ cgst: 9, sgst: 9 }}
      place={() => Promise.reject(new ApiError(400, { message: "No.", fields }))}
      onPlaced={() => {}}
      onBagOutdated={() => {}}
    />,
  );
const getChange = () => screen.queryByRole("button", { name: "Change name and address" });

test("in one column, what is complete is a card, which opens for who wants to change it", async () => {
  show();
  expect(screen.getByRole("region", { name: "Deliver to" }).textContent).toContain(
    "12 Ring Road, Surat 395002, Gujarat",
  );
  await userEvent.click(getChange()!);
  expect(getChange()).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("Saved addresses"));
});

test("it opens for what the server refuses", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Checkout" }));
  const phone = screen.getByLabelText(/^Phone/);
  await vi.waitUntil(() => document.activeElement === phone);
  expect(phone.getAttribute("aria-invalid")).toBe("true");
  expect(getChange()).toBeNull();
});

test("what lacks something is not folded", () => {
  const draft = { customerId: customer._id, fields: { "contact.lastName": " " } };
  sessionStorage.setItem("checkoutForm", JSON.stringify(draft));
  show();
  expect(getChange()).toBeNull();
});
