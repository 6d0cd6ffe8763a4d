import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { CommandRun, DescribedCommand } from "../calls.ts";
import { CommandForm } from "./command-form.tsx";
import { queries } from "./use-view.ts";

const dispatch: DescribedCommand = {
  noun: "orders",
  verb: "dispatch",
  summary: "…",
  args: [],
  options: {
    courier: { summary: "the courier", required: true },
    number: { summary: "the number", required: true },
  },
  examples: [],
};

test("a required field that is empty shows at the field what to enter until it has a value, and the first one gets the focus", async () => {
  queries.clear();
  const asked: string[] = [];
  const options: DescribedCommand["options"] = {
    ...dispatch.options,
    by: { summary: "the way", choices: ["upi", "bank"], required: true },
    state: { summary: "the state", required: true },
    picture: { summary: "the label", kind: "picture", required: true },
  };
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return Response.json([{ ...dispatch, options }]);
  });
  render(
    <QueryClientProvider client={queries}>
      <CommandForm name="orders dispatch" label="Dispatch" />
    </QueryClientProvider>,
  );
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
  queries.clear();
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    if (address === "/api/commands") return Response.json([dispatch]);
    const { options = {} } = JSON.parse(body) as CommandRun;
    const question = `Mark TRV-7K3M9Q as dispatched with ${options["courier"]}, number ${options["number"]}?`;
    return new Response(`${JSON.stringify({ outcome: "confirm", question })}\n`);
  });
  render(
    <QueryClientProvider client={queries}>
      <CommandForm name="orders dispatch" label="Dispatch" known={{ courier: "DTDC" }} asksBelow />
    </QueryClientProvider>,
  );
  const number = await screen.findByRole("textbox", { name: /number/i });
  await expect.poll(() => document.querySelector("[aria-busy=true]")).toBeNull();
  expect(document.body.textContent).not.toContain("as dispatched with");
  fireEvent.change(number, { target: { value: "5511" } });
  await expect.poll(() => document.body.textContent).toContain("as dispatched with DTDC, number 5511?");
});
