import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { setTokenSource } from "#client/token-source.ts";
import { ApiError } from "#contract/errors.ts";
import { sampleCheckout } from "../../../tests/support/sample-checkout.ts";
import { CheckoutForm } from "./checkout-form.tsx";

vi.mock("#ui/toast.ts", () => ({ prepareToasts: () => {}, toastError: () => {} }));

const fields = [{ path: "shippingAddress.phoneNumber", message: "Phone Number must be 10 digits" }];

beforeEach(() => {
  sessionStorage.clear();
  setTokenSource({ accessToken: () => "access", renew: () => Promise.resolve(null) });
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: true }));
});

const show = () =>
  render(
    <CheckoutForm
      {...sampleCheckout}
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
  const draft = { customerId: sampleCheckout.customer._id, fields: { "contact.lastName": " " } };
  sessionStorage.setItem("checkoutForm", JSON.stringify(draft));
  show();
  expect(getChange()).toBeNull();
});
