import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { setTokenSource } from "#client/token-source.ts";
import { sampleOrder } from "../../../tests/support/samples.ts";
import { toasts } from "../../../tests/support/toasts.ts";
import type { Order } from "#shop/orders/order.ts";
import { ChangeDelivery } from "./change-delivery.tsx";

vi.mock("#ui/toast.ts", () => import("../../../tests/support/toasts.ts"));

const sent: unknown[] = [];
beforeEach(() => {
  sent.length = 0;
  setTokenSource({ accessToken: () => "access", renew: () => Promise.resolve(null) });
  vi.stubGlobal("fetch", async (url: string, { method, body }: { method: string; body: string }) => {
    sent.push([method, new URL(url, location.origin).pathname, JSON.parse(body)]);
    return Response.json({ success: true, message: "We'll ship to the new address.", order: sampleOrder });
  });
});

async function open(order: Order) {
  const onChanged = vi.fn<(changed: Order) => void>();
  render(<ChangeDelivery order={order} onChanged={onChanged} />);
  await userEvent.click(screen.getByRole("button", { name: "Change shipping address" }));
  return { onChanged, dialog: within(await screen.findByRole("dialog")) };
}

const unpaid = { ...sampleOrder, canChangeDelivery: true as const, invoiceNumber: undefined };

test("the delivery form changes address, phone and company together, and names missing fields (§2.14)", async () => {
  const { dialog, onChanged } = await open(unpaid);
  const phone = dialog.getByLabelText(/^Phone/);
  await userEvent.clear(phone);
  await userEvent.click(dialog.getByLabelText("I need an invoice for my company"));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  dialog.getByText("Phone Number is required");
  dialog.getByText("Company name is required");
  expect(sent).toEqual([]);
  fireEvent.input(phone, { target: { value: "+91 98250-12345" } });
  fireEvent.input(dialog.getByLabelText(/^Company name/), { target: { value: "Lake Café LLP" } });
  fireEvent.input(dialog.getByLabelText(/^Company address/), { target: { value: "2 MG Road" } });
  fireEvent.input(dialog.getByLabelText(/^Tax code/), { target: { value: "27AAPFU0939F1ZV" } });
  fireEvent.input(dialog.getByLabelText(/^Company email/), { target: { value: "books@lake.example" } });
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect.poll(() => onChanged.mock.calls.length).toBeGreaterThan(0);
  const change = { phoneNumber: "9825012345", companyInvoice: { taxCode: "27AAPFU0939F1ZV" } };
  expect(sent).toMatchObject([["PUT", `/api/orders/${sampleOrder.orderId}/delivery`, change]]);
});

test("if a change of the delivery is refused, the form and a toast show the reason (§2.14, D79)", async () => {
  const message = "The invoice has been issued, so the state and the company can no longer be changed.";
  vi.stubGlobal("fetch", async () =>
    Response.json({ success: false, code: "invoiced", message }, { status: 409 }),
  );
  const { dialog, onChanged } = await open(unpaid);
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(message)).toBeTruthy();
  expect(toasts).toEqual([message]);
  expect(onChanged).not.toHaveBeenCalled();
});

test("a delivery form that is opened again has the values of the order and no earlier errors", async () => {
  const { dialog } = await open(unpaid);
  await userEvent.clear(dialog.getByLabelText(/^Phone/));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  dialog.getByText("Phone Number is required");
  await userEvent.click(dialog.getByRole("button", { name: "Back" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Change shipping address" }));
  const again = within(screen.getByRole("dialog"));
  expect(again.getByLabelText<HTMLInputElement>(/^Phone/).value).not.toBe("");
  expect(again.queryByText("Phone Number is required")).toBeNull();
});

test("the delivery form keeps the company's data while the option for a company invoice is off, and sends them only while the option is on", async () => {
  const { dialog, onChanged } = await open(unpaid);
  const option = dialog.getByLabelText("I need an invoice for my company");
  await userEvent.click(option);
  fireEvent.input(dialog.getByLabelText(/^Company name/), { target: { value: "Lake Café LLP" } });
  await userEvent.click(option);
  await userEvent.click(option);
  expect(dialog.getByLabelText<HTMLInputElement>(/^Company name/).value).toBe("Lake Café LLP");
  await userEvent.click(option);
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect.poll(() => onChanged.mock.calls.length).toBeGreaterThan(0);
  expect(JSON.stringify(sent)).not.toContain("companyInvoice");
});

test("the form for a new delivery address omits an unchanged company, because the owner may have corrected it (§2.14)", async () => {
  const companyInvoice = {
    name: "Lake Café LLP",
    address: "2 MG Road",
    taxCode: "27AAPFU0939F1ZV",
    email: "books@lake.example",
  };
  const { dialog, onChanged } = await open({ ...unpaid, companyInvoice });
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect.poll(() => onChanged.mock.calls.length).toBeGreaterThan(0);
  expect(JSON.stringify(sent)).not.toContain("companyInvoice");
  expect(toasts).toEqual(["We'll ship to the new address."]);
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
});

test("state and company cannot be changed after the invoice is issued, and the address cannot be changed after dispatch (§2.14)", async () => {
  const { dialog } = await open({ ...unpaid, invoiceNumber: "26-27/000001" });
  expect(dialog.getByLabelText<HTMLInputElement>("State").readOnly).toBe(true);
  expect(dialog.queryByLabelText("I need an invoice for my company")).toBeNull();
  const dispatched = { ...unpaid, canChangeDelivery: undefined };
  render(<ChangeDelivery order={dispatched} onChanged={() => {}} />);
  expect(screen.getAllByRole("button", { name: "Change shipping address", hidden: true })).toHaveLength(1);
});

test("while the shop allows it, a customer can change the company of an invoiced order, but not the state (§2.14, D61)", async () => {
  const { dialog } = await open({ ...unpaid, invoiceNumber: "26-27/000001", canChangeCompany: true });
  expect(dialog.getByLabelText<HTMLInputElement>("State").readOnly).toBe(true);
  expect(dialog.getByText(/^If you change the company/).textContent).toBe(
    "If you change the company, we e-mail you a new invoice and cancel 26-27/000001.",
  );
  await userEvent.click(dialog.getByLabelText("I need an invoice for my company"));
  dialog.getByLabelText(/^Tax code/);
});
