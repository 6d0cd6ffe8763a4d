import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { sampleOrder } from "../../../tests/support/samples.ts";
import type { Order } from "../order.ts";
import { parseOrder } from "../read-order.ts";
import { OrderDetails } from "./order-details.tsx";

vi.mock("#ui/toast.ts", () => ({ toastError: vi.fn() }));

const renderDownload = (creditNote: string | null) => (
  <button type="button" aria-label={`Download ${creditNote ?? "invoice"}`} />
);

const show = (order: Partial<Order>, slots: Partial<Parameters<typeof OrderDetails>[0]> = {}) =>
  render(
    <OrderDetails
      order={{ ...sampleOrder, ...order }}
      next={null}
      cancellation={null}
      change={null}
      returned={null}
      helpHref="#return"
      renderDownload={renderDownload}
      {...slots}
    />,
  );

const getValueOf = (term: string) =>
  screen.getByText(term, { selector: "dt" }).nextElementSibling?.textContent;
const getSectionText = (title: string) =>
  screen.getByRole("heading", { name: title }).closest("section")?.textContent;
const requested = { reasons: [], comments: "", requestedAt: "2026-11-20T09:30:00.000Z" };

test("the totals of the order page show a shipping fee only if the order has one (§2.15, D9)", () => {
  const { unmount } = show({});
  expect(screen.queryByText("Shipping", { selector: "dt" })).toBeNull();
  unmount();
  show({ shipping: 80 });
  expect(getValueOf("Shipping")).toBe("₹80.00");
  const { subtotal: _, ...sent } = { ...sampleOrder, shipping: 80, totalAmount: 2924.04 };
  expect(parseOrder(sent)).toMatchObject({ shipping: 80, subtotal: 2412.4 });
});

test("the totals of the order page end with the refund of cancelled or returned pieces (§2.15)", () => {
  const { unmount } = show({});
  expect(screen.queryByText("Refund", { selector: "dt" })).toBeNull();
  unmount();
  show({ refundAmount: 1040.11 });
  expect(getValueOf("Refund")).toBe("−₹1040.11");
});

test("the recipient is shown with the shipping address, and the buyer with the billing address and payment (§2.15, D71, D120)", () => {
  show({ contact: { firstName: "Ravi", lastName: "Nair", email: "asha@example.com" } });
  expect(getSectionText("Shipping address")).toContain("Ravi Nair");
  for (const title of ["Customer info", "Billing address", "Payment info"]) {
    expect(getSectionText(title)).toContain("Asha Patel");
    expect(getSectionText(title)).not.toContain("Ravi");
  }
});

test("a declined cancellation is shown as Rejected, with the owner's answer and no refund (§2.15, §4, D68)", () => {
  const words = "The tray was carved with your name; we cannot take it back.";
  show({ cancellation: { ...requested, status: "Rejected", words } });
  expect(getValueOf("Cancel status")).toBe("Rejected");
  expect(getValueOf("Our answer")).toBe(words);
  expect(screen.queryByText("Refund amount")).toBeNull();
});

test("an approved cancellation shows the refund, or ₹0.00 if it is missing (§2.15, §4, D68)", () => {
  const cancelled = { orderStatus: "Cancelled", cancellation: { ...requested, status: "Approved" } } as const;
  const { unmount } = show({ ...cancelled, refundAmount: 2730.64 });
  expect(getValueOf("Refund amount")).toBe("₹2730.64");
  unmount();
  show(cancelled);
  expect(getValueOf("Refund amount")).toBe("₹0.00");
});

test("the order page shows notes, totals, payment and addresses, and no cancel status without a request (§2.15, D69, D71, D84, D91)", () => {
  show({ notes: "Please ring twice." });
  expect(getSectionText("Your notes")).toContain("Please ring twice.");
  expect(screen.getByRole("region", { name: "Progress of this order" }).textContent).toContain(
    "Expected delivery:",
  );
  expect(screen.queryByText("Cancel status")).toBeNull();
  expect(
    ["Total amount", "CGST 9%", "SGST 9%", "Coupon discount", "Grand total"].map((term) => getValueOf(term)),
  ).toEqual(["₹2829.64", "₹215.82", "₹215.82", "−₹99.00", "₹2730.64"]);
  expect([getValueOf("Payment method"), getValueOf("Business name")]).toEqual(["CARD", "Asha Patel"]);
  expect(getSectionText("Billing address")).toBe(
    getSectionText("Shipping address")?.replace("Shipping", "Billing"),
  );
});

test("the order page shows the place of supply, and a credit note with a button to download it", () => {
  const issuedAt = "2026-11-23T09:00:00.000Z";
  show({ placeOfSupply: "Gujarat (24)", creditNotes: [{ number: "CN26-27/000004", issuedAt }] });
  expect(getValueOf("Place of supply")).toBe("Gujarat (24)");
  expect(getValueOf("Credit note")).toBe("CN26-27/000004, 23 Nov 2026");
  expect(screen.getByRole("button", { name: "Download CN26-27/000004" })).toBeTruthy();
});

test("missing facts of an order are shown as unknown, and an order without products shows a message (§2.15, D69, D71, D84, D91)", () => {
  const { paymentMethod: _, ...unpaid } = sampleOrder;
  const notRequested = { _id: "a", firstName: "", lastName: "", email: "" };
  const nameless = { productId: { _id: "x", title: "", images: [] }, quantity: 1, price: 1 };
  const { unmount } = show(
    {},
    { order: { ...unpaid, createdAt: "", userId: notRequested, contact: notRequested, items: [nameless] } },
  );
  expect(getSectionText("Customer info")).toContain("Unknown User");
  expect(getSectionText("Customer info")).toContain("No Email Available");
  expect(getValueOf("Order date")).toBe("Date Unavailable");
  expect(getValueOf("Payment method")).toBe("NOT PROVIDED");
  expect(screen.getByRole("rowheader").textContent).toBe("Product Name Unavailable");
  unmount();
  show({ items: [] });
  expect(screen.getByText("No products found in this order.")).toBeDefined();
});

test("a delivered order shows its tracking number, which links to the courier over https only (D67)", () => {
  const tracking = {
    courier: "Delhivery",
    number: "77",
    link: "https://www.delhivery.com/track-v2/package/77",
  };
  const { unmount } = show({ orderStatus: "Delivered", tracking });
  expect(getValueOf("Parcel")).toBe("Delhivery, 77");
  expect(screen.getByRole("link", { name: "77" })).toHaveProperty("href", tracking.link);
  unmount();
  show({ tracking: { ...tracking, link: "http://www.delhivery.com/77" } });
  expect(screen.queryByRole("link", { name: "77" })).toBeNull();
});

test("the order page shows a gift's card as typed, and invalid gift data of another backend is ignored (§2.15, D101)", () => {
  show({ gift: { message: "For you,\nMeera" } });
  expect(getSectionText("A gift")).toContain("For you,\nMeera");
  for (const gift of [undefined, true, { message: { text: "" } }])
    expect(parseOrder({ _id: "a", gift })?.gift).toBeUndefined();
});

test("the page of a partly sent order shows the sent parcel with courier, status and pieces (D67)", () => {
  const first: NonNullable<Order["parcels"]>[number] = {
    position: 1,
    status: "Sent",
    pieces: [{ productId: "tray", quantity: 1 }],
    tracking: { courier: "Delhivery", number: "77", link: "https://www.delhivery.com/track-v2/package/77" },
    dispatchedAt: "2026-11-21T09:00:00.000Z",
  };
  show({ tracking: first.tracking, parcels: [first] });
  expect(getSectionText("Parcels")).toBe(
    "ParcelsParcel 1 On its way since 21 Nov 20261 × Teak TrayDelhivery, 77",
  );
  expect(screen.getByRole("link", { name: "77" }).getAttribute("href")).toBe(first.tracking?.link);
  expect(screen.getByText(/1 of 2 pieces has left our workshop/)).toBeTruthy();
  expect(screen.queryByText("Track the parcel")).toBeNull();
});
