import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toIsoDay } from "#contract/dates.ts";
import type { CommandRun } from "../calls.ts";
import { BookingForm } from "./booking-form.tsx";
import { queries } from "./use-view.ts";
import { answerDesk, describeCommand, showDesk, withData } from "../../tests/support/jsdom/show-desk.tsx";

const addresses = describeCommand(
  "orders addresses",
  {
    for: { summary: "the courier", choices: ["shiprocket", "delhivery"] },
    csv: { summary: "print the CSV file", flag: true },
  },
  { reads: true },
);

const complete = { weight: [], size: [], pin: false };
const tray = [{ productId: "teak-tray", title: "Teak Tray" }];

const [asha, ravi, meera] = [
  {
    orderId: "TRV-7K3M9Q",
    name: "Asha Patel",
    city: "Surat",
    content: "1 × Acacia Bowl",
    weight: "850 g",
    size: "30 × 30 × 12 cm",
    toCollect: 0,
    missing: complete,
  },
  {
    orderId: "TRV-VF2A5D",
    name: "Ravi Rao",
    city: "Pune",
    content: "2 × Acacia Bowl",
    weight: "1.7 kg",
    size: "30 × 30 × 24 cm",
    toCollect: 284_982,
    missing: complete,
  },
  {
    orderId: "TRV-9D4T8W",
    name: "Meera Iyer",
    city: "Chennai",
    content: "1 × Teak Tray",
    weight: null,
    size: "40 × 30 × 8 cm",
    toCollect: 0,
    missing: { ...complete, weight: tray },
  },
];

const saved: string[] = [];
const sent: CommandRun[] = [];
const CSV = "\uFEFFOrder,Address\r\nTRV-7K3M9Q,Pune\r\n";

let data: { parcels: readonly object[]; senderWarning: string | null };
let reply: object;

beforeEach(() => {
  data = { parcels: [asha, ravi, meera], senderWarning: null };
  reply = { outcome: "done", result: { message: CSV } };
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => {} }));
  answerDesk([addresses], (request, address) => {
    if (address === "/api/view") return withData(data);
    sent.push(request);
    return reply;
  });
});

afterEach(() => {
  queries.clear();
  localStorage.clear();
  saved.length = 0;
  sent.length = 0;
});

const draw = (onNext: () => void = () => {}) => showDesk(<BookingForm onClose={() => {}} onNext={onNext} />);

const chooseCourier = async (value: string) =>
  fireEvent.change(await screen.findByRole("combobox", { name: /^Courier/ }), { target: { value } });

const findBox = (name: RegExp) => screen.getByRole<HTMLInputElement>("checkbox", { name });

test("the booking file has the chosen parcels only, its name has the courier and the day, and the next steps are shown", async () => {
  const onNext = vi.fn<() => void>();
  draw(onNext);
  await chooseCourier("delhivery");
  expect(findBox(/^TRV-VF2A5D, Ravi Rao, Pune/).checked).toBe(true);
  fireEvent.click(findBox(/^TRV-VF2A5D/));
  fireEvent.click(screen.getByRole("button", { name: "Make the file for 1 parcel" }));
  const name = `parcels-delhivery-${toIsoDay(new Date())}.csv`;
  expect(
    await screen.findByText(`1 parcel for Delhivery: the file ${name} is in your downloads.`),
  ).toBeTruthy();
  expect(sent[0]?.options).toEqual({ for: "delhivery", order: "TRV-7K3M9Q", csv: "on" });
  expect(saved).toEqual([name]);
  fireEvent.click(screen.getByRole("button", { name: "Save the file again" }));
  expect(saved).toEqual([name, name]);
  const next = screen.getByRole("button", { name: "Import the list with the numbers" });
  expect(document.activeElement).toBe(next);
  fireEvent.click(next);
  expect(onNext).toHaveBeenCalledOnce();
});

test("a parcel without a weight shows that the weight is missing, and is left out until the weight is entered", async () => {
  draw();
  await chooseCourier("shiprocket");
  const box = findBox(/^TRV-9D4T8W/);
  expect([box.checked, box.disabled]).toEqual([false, true]);
  expect(screen.getByText("Missing: weight of Teak Tray")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Make the file for 2 parcels" })).toBeTruthy();
  fireEvent.change(screen.getByRole("textbox", { name: "Weight (g)" }), { target: { value: "800" } });
  expect([box.checked, box.disabled]).toEqual([true, false]);
  fireEvent.click(screen.getByRole("button", { name: "Make the file for 3 parcels" }));
  await screen.findByText(/^3 parcels for Shiprocket/);
  expect(sent[0]?.options).toMatchObject({ weight: "800" });
});

test("the courier and the weight of the last booking file are filled in the next time", async () => {
  const { unmount } = draw();
  await chooseCourier("shiprocket");
  fireEvent.change(screen.getByRole("textbox", { name: "Weight (g)" }), { target: { value: "800" } });
  fireEvent.click(screen.getByRole("button", { name: "Make the file for 3 parcels" }));
  await screen.findByText(/^3 parcels/);
  unmount();
  draw();
  const courier = await screen.findByRole<HTMLSelectElement>("combobox", { name: /^Courier/ });
  expect(courier.value).toBe("shiprocket");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Weight (g)" }).value).toBe("800");
});

test("another booking file leaves out the parcels of the first one", async () => {
  draw();
  await chooseCourier("shiprocket");
  fireEvent.click(findBox(/^TRV-VF2A5D/));
  fireEvent.click(screen.getByRole("button", { name: "Make the file for 1 parcel" }));
  fireEvent.click(await screen.findByRole("button", { name: "Make another file" }));
  expect([findBox(/^TRV-7K3M9Q/).checked, findBox(/^TRV-VF2A5D/).checked]).toEqual([false, true]);
  fireEvent.click(screen.getByRole("button", { name: "Make the file for 1 parcel" }));
  await screen.findByText(/^1 parcel for/);
  expect(sent.map(({ options }) => options?.["order"])).toEqual(["TRV-7K3M9Q", "TRV-VF2A5D"]);
});

test("an order with several parcels is booked only if all of them are complete", async () => {
  data = { parcels: [asha, { ...meera, orderId: asha.orderId }, ravi], senderWarning: null };
  draw();
  await chooseCourier("shiprocket");
  for (const box of screen.getAllByRole<HTMLInputElement>("checkbox", { name: /^TRV-7K3M9Q/ }))
    expect([box.checked, box.disabled]).toEqual([false, true]);
  fireEvent.click(screen.getByRole("button", { name: "Make the file for 1 parcel" }));
  await screen.findByText(/^1 parcel for/);
  expect(sent[0]?.options).toMatchObject({ order: "TRV-VF2A5D" });
});

test("an error in a value of the booking file is shown at its field, and no text says that nothing was saved", async () => {
  reply = { outcome: "usage", message: "", fields: { weight: "Enter the weight in whole grams." } };
  draw();
  await chooseCourier("shiprocket");
  fireEvent.change(screen.getByRole("textbox", { name: "Weight (g)" }), { target: { value: "800" } });
  fireEvent.click(screen.getByRole("button", { name: "Make the file for 3 parcels" }));
  expect(await screen.findByText("Enter the weight in whole grams.")).toBeTruthy();
  expect(screen.getByText("Please correct the marked fields.")).toBeTruthy();
  expect(saved).toEqual([]);
});

test("an invalid weight leaves its parcel incomplete, and its error is shown once the user leaves the field", async () => {
  draw();
  await chooseCourier("shiprocket");
  const weight = screen.getByRole("textbox", { name: "Weight (g)" });
  fireEvent.change(weight, { target: { value: "abc" } });
  expect(findBox(/^TRV-9D4T8W/).disabled).toBe(true);
  expect(screen.queryByText(/^Enter the weight/)).toBeNull();
  fireEvent.blur(weight);
  expect(screen.getByText("Enter the weight in whole grams, for example 800.")).toBeTruthy();
  fireEvent.change(weight, { target: { value: "0.8 kg" } });
  expect(screen.queryByText(/^Enter the weight/)).toBeNull();
  expect(findBox(/^TRV-9D4T8W/).disabled).toBe(false);
});

test("if no parcel is chosen, no file can be made, and one checkbox chooses all parcels again", async () => {
  draw();
  await chooseCourier("shiprocket");
  const all = findBox(/^All 2 complete parcels/);
  fireEvent.click(findBox(/^TRV-VF2A5D/));
  expect([all.checked, all.indeterminate]).toEqual([false, true]);
  fireEvent.click(findBox(/^TRV-VF2A5D/));
  expect([all.checked, all.indeterminate]).toEqual([true, false]);
  fireEvent.click(all);
  expect(all.indeterminate).toBe(false);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Make the file" }).disabled).toBe(true);
  fireEvent.click(all);
  expect(screen.getByRole("button", { name: "Make the file for 2 parcels" })).toBeTruthy();
});

test("the booking form shows a warning about the sender, and says if no parcel waits to be booked", async () => {
  data = { parcels: [asha], senderWarning: "Your address is still a sample." };
  const { unmount } = draw();
  expect(await screen.findByText(/^Your address is still a sample\./)).toBeTruthy();
  unmount();
  queries.clear();
  data = { parcels: [], senderWarning: null };
  draw();
  expect(await screen.findByText(/^No parcel waits to be booked\./)).toBeTruthy();
});
