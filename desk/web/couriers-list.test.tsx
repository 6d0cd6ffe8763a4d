import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { CommandRun } from "../calls.ts";
import { CouriersList } from "./couriers-list.tsx";
import {
  answerDesk,
  describeCommand,
  drawDesk,
  showDesk,
  withData,
} from "../../tests/support/jsdom/show-desk.tsx";

const dispatch = describeCommand("orders dispatch", {
  from: { summary: "the list", kind: "file" },
  columns: { summary: "the columns", many: true },
  courier: { summary: "the courier" },
  "skip-faulty": { summary: "skip rows with errors", flag: true },
});

const listed = {
  columns: [
    { heading: "Cust Ref", examples: ["TRV-7K3M9Q"] },
    { heading: "Docket", examples: ["5511", "5512"] },
  ],
  contents: [
    { name: "order", needed: true, column: 1 },
    { name: "number", needed: true, column: null },
    { name: "courier", needed: true, column: null },
    { name: "status", needed: false, column: null },
  ],
  courier: null,
};

const QUESTION = "Mark 2 parcels as dispatched?";
const ASKED = { question: QUESTION, action: "Mark 2 parcels as dispatched" };

afterEach(() => localStorage.clear());

test("a courier's list with unknown headings is imported after the owner has chosen the column of the tracking numbers", async () => {
  const sent: CommandRun[] = [];
  answerDesk([dispatch], (command, address) => {
    if (address === "/api/view") {
      expect(command).toMatchObject({ verb: "columns", files: { "@list": ["docket.csv"] } });
      return withData(listed);
    }
    sent.push(command);
    return command.confirmed
      ? { outcome: "done", result: { message: "2 parcels marked as dispatched." } }
      : {
          outcome: "confirm",
          ...ASKED,
          columns: ["Order", "Parcel"],
          rows: [["TRV-7K3M9Q", `${command.options?.["courier"]} 5511`]],
        };
  });
  const draw = () => drawDesk(<CouriersList onClose={() => {}} />);
  const { rerender } = render(draw());
  const file = new File(["…"], "docket.csv", { type: "text/csv" });
  fireEvent.change(await screen.findByLabelText(/^File/), { target: { files: [file] } });
  const number = await screen.findByRole<HTMLSelectElement>("combobox", { name: /^Tracking number/ });
  expect([...number.options].map(({ text }) => text)).toEqual([
    "Choose a column",
    "Cust Ref · TRV-7K3M9Q",
    "Docket · 5511",
  ]);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Mark as dispatched" });
  fireEvent.click(button);
  expect(sent.filter(({ dryRun }) => !dryRun)).toEqual([]);
  fireEvent.change(number, { target: { value: "2" } });
  expect(await screen.findByText("For example 5511, 5512")).toBeTruthy();
  expect(await screen.findByText("… 5511")).toBeTruthy();
  fireEvent.change(screen.getByRole("combobox", { name: /^Courier/ }), {
    target: { value: "another value" },
  });
  fireEvent.change(screen.getByRole("textbox", { name: /^Courier/ }), { target: { value: "Trackon" } });
  expect(await screen.findByText("Trackon 5511")).toBeTruthy();
  expect(screen.getByText(QUESTION)).toBeTruthy();
  fireEvent.click(button);
  expect(await screen.findByText("2 parcels marked as dispatched.")).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({
    verb: "dispatch",
    options: { columns: "order=1\nnumber=2\ncourier=none\nstatus=none", courier: "Trackon" },
    files: { from: ["docket.csv"] },
    confirmed: QUESTION,
  });
  // The form hides the imported list, so that the user does not import it again by mistake.
  expect(screen.queryByLabelText(/^File/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Close" }));
  const another = screen.getByRole("button", { name: "Import another list" });
  another.focus();
  rerender(draw());
  expect(document.activeElement).toBe(another);
  fireEvent.click(another);
  expect(screen.getByLabelText<HTMLInputElement>(/^File/).files).toHaveLength(0);
  expect(screen.queryByText("Other columns")).toBeNull();
});

test("the result of a courier's list shows first what was done, then which rows were skipped and why", async () => {
  const complete = { ...listed, contents: listed.contents.slice(0, 1) };
  const done = {
    outcome: "done",
    result: {
      message: "2 parcels marked as dispatched.\n1 row skipped because of errors.",
      columns: ["Row", "Order", "Not dispatched because"],
      rows: [[3, "TRV-NOPE00", "there is no order TRV-NOPE00"]],
      attention: true,
    },
  };
  answerDesk([dispatch], ({ confirmed }, address) => {
    if (address === "/api/view") return withData(complete);
    return confirmed ? done : { outcome: "confirm", ...ASKED };
  });
  showDesk(<CouriersList onClose={() => {}} />);
  fireEvent.change(await screen.findByLabelText(/^File/), {
    target: { files: [new File(["…"], "docket.csv")] },
  });
  await screen.findByText(QUESTION);
  fireEvent.click(screen.getByRole("button", { name: "Mark 2 parcels as dispatched" }));
  const notice = await screen.findByText("2 parcels marked as dispatched.");
  expect(screen.queryByRole("alert")).toBeNull();
  const skipped = screen.getByText("1 row skipped because of errors.");
  const table = screen.getByRole("table", { name: "Skipped rows" });
  expect(table.textContent).toContain("there is no order TRV-NOPE00");
  for (const [first, next] of [[notice, skipped] as const, [skipped, table] as const])
    expect(first.compareDocumentPosition(next)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("a list of the cash that a courier has collected is recorded with the chosen column and the bank's reference", async () => {
  const settle = describeCommand("orders settle", {
    from: { summary: "the list", kind: "file" },
    columns: { summary: "the columns", many: true },
    as: { summary: "the bank's reference", required: true },
  });
  const collected = {
    columns: [
      { heading: "Client no.", examples: ["TRV-7K3M9Q"] },
      { heading: "Cash taken", examples: ["2022.64"] },
    ],
    contents: [
      { name: "order", needed: true, column: 1 },
      { name: "amount", needed: true, column: null },
    ],
    courier: null,
  };
  const sent: CommandRun[] = [];
  answerDesk([settle], (command, address) => {
    if (address === "/api/view") return withData(collected);
    sent.push(command);
    return command.confirmed
      ? { outcome: "done", result: { message: "1 order recorded as paid." } }
      : { outcome: "confirm", question: "The courier has paid you ₹2,022.64 for 1 order." };
  });
  showDesk(<CouriersList first="settle" onClose={() => {}} />);
  const files = [new File(["…"], "remittance.csv")];
  fireEvent.change(await screen.findByLabelText(/^File/), { target: { files } });
  const amount = await screen.findByRole("combobox", { name: /^Amount collected/ });
  fireEvent.change(amount, { target: { value: "2" } });
  fireEvent.change(screen.getByRole("textbox", { name: /^Bank reference/ }), { target: { value: "UTR 1" } });
  await screen.findByText(/has paid you ₹2,022\.64/);
  fireEvent.click(screen.getByRole("button", { name: /^Record/ }));
  await screen.findByText("1 order recorded as paid.");
  expect(sent.at(-1)).toMatchObject({
    verb: "settle",
    options: { columns: "order=1\namount=2", as: "UTR 1" },
    confirmed: expect.stringContaining("₹2,022.64"),
  });
});

test("the columns of a courier's list are not used for another list that is chosen after it", async () => {
  const known = { ...listed, contents: listed.contents.map((each) => ({ ...each, column: 1 })) };
  const sent: CommandRun[] = [];
  answerDesk([dispatch], async (request, address) => {
    if (address === "/api/view") {
      const [list] = request.files?.["@list"] ?? [];
      // The shop is still reading the second list.
      if (list === "second.csv") await new Promise(() => {});
      return withData(known);
    }
    sent.push(request);
    return { outcome: "confirm", ...ASKED };
  });
  showDesk(<CouriersList onClose={() => {}} />);
  const choose = (name: string) =>
    fireEvent.change(screen.getByLabelText(/^File/), { target: { files: [new File([name], name)] } });
  await screen.findByLabelText(/^File/);
  choose("first.csv");
  await screen.findByText("Recognised columns");
  choose("second.csv");
  expect(await screen.findByText("Reading the list")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Mark as dispatched" }));
  const listSent = () => sent.filter(({ files }) => files?.["from"]?.includes("second.csv"));
  await expect.poll(listSent).not.toEqual([]);
  expect(listSent().map(({ options }) => options?.["columns"])).not.toContain(
    "order=1\nnumber=1\ncourier=1\nstatus=1",
  );
});

test("the preview of a courier's list shows what happens to each order, also if its row is skipped", async () => {
  const complete = { ...listed, contents: listed.contents.slice(0, 1) };
  const confirm = {
    outcome: "confirm",
    ...ASKED,
    columns: ["Order", "Customer", "Parcel", "What happens"],
    rows: [
      ["TRV-NOPE00", "", "", "Skipped, row 3: there is no order TRV-NOPE00"],
      ["TRV-7K3M9Q", "Asha Patel, Pune", "DTDC 5511", "Dispatched, e-mail to the customer"],
    ],
  };
  const sent: CommandRun[] = [];
  answerDesk([dispatch], (command, address) => {
    if (address === "/api/view") return withData(complete);
    sent.push(command);
    const done = { outcome: "done", result: { message: "2 parcels marked as dispatched." }, undo: [17, 18] };
    return command.confirmed ? done : confirm;
  });
  showDesk(<CouriersList onClose={() => {}} />);
  fireEvent.change(await screen.findByLabelText(/^File/), {
    target: { files: [new File(["…"], "docket.csv")] },
  });
  const table = await screen.findByRole("table", { name: "Preview" });
  expect(
    [...table.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent)),
  ).toEqual(confirm.rows);
  expect(screen.queryByRole("checkbox")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Mark 2 parcels as dispatched" }));
  expect(await screen.findByText("2 parcels marked as dispatched.")).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({ options: { "skip-faulty": "on" }, confirmed: QUESTION });
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await expect.poll(() => sent.at(-1)).toMatchObject({ noun: "undo", args: { number: "17,18" } });
});

test("the button of a courier's list confirms nothing until the preview shows the changed value", async () => {
  const complete = { ...listed, contents: listed.contents.slice(0, 1).concat(listed.contents.slice(2, 3)) };
  const sent: CommandRun[] = [];
  answerDesk([dispatch], (command, address) => {
    if (address === "/api/view") return withData(complete);
    sent.push(command);
    const rows = [["TRV-7K3M9Q", `${command.options?.["courier"]} 5511`]];
    return { outcome: "confirm", ...ASKED, columns: ["Order", "Parcel"], rows };
  });
  showDesk(<CouriersList onClose={() => {}} />);
  fireEvent.change(await screen.findByLabelText(/^File/), {
    target: { files: [new File(["…"], "docket.csv")] },
  });
  const courier = await screen.findByRole("combobox", { name: /^Courier/ });
  fireEvent.change(courier, { target: { value: "DTDC" } });
  await screen.findByText("DTDC 5511");
  fireEvent.change(courier, { target: { value: "Blue Dart" } });
  fireEvent.click(screen.getByRole("button", { name: "Mark 2 parcels as dispatched" }));
  expect(await screen.findByRole("button", { name: "Yes, do it" })).toBeTruthy();
  expect(sent.filter(({ confirmed }) => confirmed !== undefined)).toEqual([]);
});

test("if a file is not a courier's list, the form shows its error once", async () => {
  const refused = { outcome: "refused", message: "docket.csv: is an Excel file. Save it as CSV." };
  answerDesk([dispatch], () => refused);
  showDesk(<CouriersList onClose={() => {}} />);
  fireEvent.change(await screen.findByLabelText(/^File/), {
    target: { files: [new File(["PK"], "docket.csv")] },
  });
  expect(await screen.findByText(refused.message)).toBeTruthy();
  // The question below the fields would be asked after half a second.
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(screen.getAllByText(refused.message)).toHaveLength(1);
});
