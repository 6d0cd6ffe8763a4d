import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepTokensWith } from "#lib/tokens.ts";
import { CheckoutForm } from "./checkout-form.tsx";

const said = vi.hoisted(() => [] as string[]);
vi.mock("#ui/toast.ts", () => ({
  prepareToasts: () => {},
  toastError: (words: string) => void said.push(words),
}));

const asha = {
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

let token: string | null;
const fetched = vi.fn<(url: string, asked: { body: string }) => Promise<Response>>();
beforeEach(() => {
  token = "access";
  said.length = 0;
  sessionStorage.clear();
  fetched.mockReset();
  keepTokensWith({ accessToken: () => token, renew: () => Promise.resolve(null) });
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => vi.unstubAllGlobals());

const show = () =>
  render(
    <CheckoutForm
      customer={asha}
      addresses={[home]}
      items={[{ productId: "bowl", quantity: 1, price: 899 }]}
      totalAmount={1060.82}
      taxRates={{ cgst: 9, sgst: 9 }}
      onPlaced={() => {}}
      onBagOutdated={() => {}}
    />,
  );
const checkOut = () => userEvent.click(screen.getByRole("button", { name: "Checkout" }));

test("without a token nothing is sent, and it says to log in (§8)", async () => {
  show();
  token = null;
  await checkOut();
  expect(said).toEqual(["Authentication required. Please log in."]);
  expect(fetched).not.toHaveBeenCalled();
});

test("whatever the trouble of the shop, the order could not be placed", async () => {
  show();
  const answers = [
    () =>
      Response.json({ success: false, code: "internal", message: "Something went wrong." }, { status: 500 }),
    () => new Response("<html>", { status: 200 }),
  ];
  for (const answer of answers) {
    fetched.mockResolvedValueOnce(answer());
    await checkOut();
  }
  await vi.waitUntil(() => said.length === answers.length);
  expect(new Set(said)).toEqual(new Set(["Failed to place order. Please try again."]));
});

test("what is there but wrong is not called missing", async () => {
  show();
  const email = screen.getByLabelText(/^Email/);
  await userEvent.clear(email);
  await userEvent.type(email, "asha at home");
  await checkOut();
  await userEvent.clear(screen.getByLabelText(/^Last Name/));
  await checkOut();
  expect(said).toEqual(["Invalid email format", "Please complete all required fields."]);
});

test("an address that was picked and has been removed since is one that was typed", async () => {
  const fields = { selectedAddressId: "gone", "shippingAddress.street": "3 Fort Lane" };
  sessionStorage.setItem("checkoutForm", JSON.stringify({ customerId: asha._id, fields }));
  show();
  expect(screen.getByLabelText<HTMLSelectElement>("Saved addresses").value).toBe("");
  expect(screen.getByLabelText<HTMLInputElement>(/^Address/).value).toBe("3 Fort Lane");
});
