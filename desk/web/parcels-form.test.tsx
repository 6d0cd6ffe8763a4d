import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { DescribedCommand } from "../calls.ts";
import type { ListedOrder } from "./order-parts.tsx";
import { Parcels } from "./parcels-form.tsx";
import { queries } from "./use-view.ts";

const dispatch: DescribedCommand = {
  noun: "orders",
  verb: "dispatch",
  summary: "Dispatches.",
  args: [],
  options: { from: { summary: "the list", kind: "file" } },
  examples: [],
};

const orders = ["TRV-7K3M9Q", "TRV-VF2A5D"].map((orderId) => ({
  orderId,
  contact: { firstName: "Asha", lastName: "Patel" },
  shippingAddress: { city: "Pune" },
})) as ListedOrder[];

test("the list of the form that dispatches several orders includes orders without a tracking number, and the form asks in the same dialog", async () => {
  const sent: string[] = [];
  const question = {
    outcome: "confirm",
    question: "Mark 1 parcel as dispatched?",
    columns: ["Order", "What happens"],
    rows: [["TRV-7K3M9Q", "Dispatched, e-mail to the customer"]],
  };
  vi.stubGlobal("fetch", async (address: string, { body }: { body: unknown }) => {
    if (address === "/api/commands") return Response.json([dispatch]);
    if (address.startsWith("/api/files")) {
      if (body instanceof Blob) sent.push(await body.text());
      return Response.json({ file: "id-1" });
    }
    if (address === "/api/view") return Response.json({ outcome: "done", result: { data: [] } });
    return new Response(`${JSON.stringify(question)}\n`);
  });
  render(
    <QueryClientProvider client={queries}>
      <Parcels orders={orders} onDone={() => {}} />
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByRole("combobox", { name: /^Courier/ }), { target: { value: "DTDC" } });
  fireEvent.change(screen.getByRole("textbox", { name: /TRV-7K3M9Q/ }), { target: { value: "5511" } });
  fireEvent.click(await screen.findByRole("button", { name: "Dispatch 1 of 2 parcels" }));
  await expect
    .poll(() => sent)
    .toEqual(['order,courier,number,status\n"TRV-7K3M9Q","DTDC","5511",""\n"TRV-VF2A5D","DTDC","",""']);
  expect(await screen.findByText("Mark 1 parcel as dispatched?")).toBeTruthy();
  expect(screen.getByRole("cell", { name: "Dispatched, e-mail to the customer" })).toBeTruthy();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Dispatch 1 of 2 parcels" }));
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  const number = screen.getByRole<HTMLInputElement>("textbox", { name: /TRV-7K3M9Q/ });
  expect(number.value).toBe("5511");
  expect(document.activeElement).toBe(number);
});

test("in the form that dispatches several orders, Enter moves to the next number, and a number for two orders is an error at both", async () => {
  vi.stubGlobal("fetch", async (address: string) =>
    address === "/api/commands"
      ? Response.json([dispatch])
      : Response.json({ outcome: "done", result: { data: [] } }),
  );
  render(
    <QueryClientProvider client={queries}>
      <Parcels orders={orders} onDone={() => {}} />
    </QueryClientProvider>,
  );
  await screen.findByRole("combobox", { name: /^Courier/ });
  const [first, second] = orders.map(({ orderId }) =>
    screen.getByRole<HTMLInputElement>("textbox", { name: new RegExp(orderId) }),
  );
  if (!first || !second) throw new Error("A field is missing.");
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Dispatch" });
  fireEvent.change(screen.getByRole("combobox", { name: /^Courier/ }), { target: { value: "DTDC" } });
  first.focus();
  fireEvent.change(first, { target: { value: "D5511" } });
  expect(fireEvent.keyDown(first, { key: "Enter" })).toBe(false);
  expect(document.activeElement).toBe(second);
  fireEvent.change(second, { target: { value: "D5511 " } });
  for (const [field, other] of [[first, "TRV-VF2A5D"] as const, [second, "TRV-7K3M9Q"] as const])
    expect(field.closest("li")?.textContent).toContain(`${other} has this number too.`);
  expect(button.disabled).toBe(true);
  expect(screen.getByText("Two orders have the same tracking number. Correct one of them.")).toBeTruthy();
  fireEvent.change(second, { target: { value: "D5512" } });
  expect(button.disabled).toBe(false);
  expect(button.textContent).toBe("Dispatch 2 parcels");
  for (const field of [first, second]) fireEvent.change(field, { target: { value: "" } });
  expect(screen.getByText("Enter at least one tracking number.")).toBeTruthy();
  fireEvent.change(screen.getByRole("combobox", { name: /^Courier/ }), { target: { value: " " } });
  expect(screen.getByText("Enter the courier first.")).toBeTruthy();
  expect(first.getAttribute("aria-invalid")).not.toBe("true");
});
