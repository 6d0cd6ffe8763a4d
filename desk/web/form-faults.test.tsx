import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { DescribedCommand } from "../calls.ts";
import { CommandForm } from "./command-form.tsx";
import { answerDesk, describeCommand, showDesk } from "../../tests/support/jsdom/show-desk.tsx";

const dispatch = describeCommand("orders dispatch", {
  courier: { summary: "the courier", required: true },
  number: { summary: "the number", required: true },
});

test("an empty required field shows what to enter until it has a value, and the first empty field gets the focus", async () => {
  const asked: string[] = [];
  const options: DescribedCommand["options"] = {
    ...dispatch.options,
    by: { summary: "the way", choices: ["upi", "bank"], required: true },
    state: { summary: "the state", required: true },
    picture: { summary: "the label", kind: "picture", required: true },
  };
  answerDesk([{ ...dispatch, options }], (_, address) => void asked.push(address));
  showDesk(<CommandForm name="orders dispatch" label="Dispatch" />);
  fireEvent.click(await screen.findByRole("button", { name: "Dispatch" }));
  const listErrors = () => screen.queryAllByText(/^Please/).map(({ textContent }) => textContent);
  expect(listErrors()).toEqual([
    "Please choose “Courier”.",
    "Please enter “Tracking number”.",
    "Please choose “How it was paid”.",
    "Please choose “State”.",
    "Please choose a file for “Picture”.",
  ]);
  const courier = screen.getByRole("combobox", { name: /^Courier/ });
  expect(document.activeElement).toBe(courier);
  fireEvent.change(courier, { target: { value: "DTDC" } });
  expect(listErrors()).not.toContain("Please choose “Courier”.");
  expect(listErrors()).toHaveLength(4);
  expect(asked).not.toContain("/api/run");
});

test("a question below the fields is shown only when it contains no placeholder of a missing value", async () => {
  answerDesk([dispatch], ({ options = {} }) => {
    const question = `Mark TRV-7K3M9Q as dispatched with ${options["courier"]}, number ${options["number"]}?`;
    return { outcome: "confirm", question };
  });
  showDesk(<CommandForm name="orders dispatch" label="Dispatch" known={{ courier: "DTDC" }} asksBelow />);
  const number = await screen.findByRole("textbox", { name: /number/i });
  await expect.poll(() => document.querySelector("[aria-busy=true]")).toBeNull();
  expect(document.body.textContent).not.toContain("as dispatched with");
  fireEvent.change(number, { target: { value: "5511" } });
  await expect.poll(() => document.body.textContent).toContain("as dispatched with DTDC, number 5511?");
});
