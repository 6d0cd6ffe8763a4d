import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { CommandRun, DescribedCommand } from "../calls.ts";
import { CommandForm } from "./command-form.tsx";
import { queries } from "./use-view.ts";

const add: DescribedCommand = {
  noun: "products",
  verb: "add",
  summary: "Adds a product.",
  args: [{ name: "title", summary: "the name" }],
  options: { picture: { summary: "photographs", kind: "picture", many: true } },
  examples: [],
};

/** Opens a form with two chosen photographs. `answer` answers each upload. */
async function open(answer: (name: string, signal: AbortSignal) => Promise<Response>) {
  queries.clear();
  const uploads: string[] = [];
  const runs: CommandRun["files"][] = [];
  let pictures = 0;
  Object.assign(URL, { createObjectURL: () => `blob:${++pictures}`, revokeObjectURL: () => {} });
  vi.stubGlobal("fetch", async (address: string, { body, signal }: RequestInit) => {
    if (address === "/api/commands") return Response.json([add]);
    if (address.startsWith("/api/files")) {
      const name = address.replace(/.*name=/, "");
      uploads.push(name);
      return answer(name, signal ?? new AbortController().signal);
    }
    runs.push((JSON.parse(body as string) as CommandRun).files);
    return new Response(`${JSON.stringify({ outcome: "done", result: {} })}\n`);
  });
  render(
    <QueryClientProvider client={queries}>
      <CommandForm name="products add" known={{ title: "Tray" }} label="Add" />
    </QueryClientProvider>,
  );
  const files = ["front.jpg", "back.jpg"].map((name) => new File([new Uint8Array(1000)], name));
  fireEvent.change(await screen.findByLabelText(/^Picture/), { target: { files } });
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  press("Add");
  return { uploads, runs, press };
}

test("after a lost connection the form keeps its input, and a second try sends only the missing file", async () => {
  let isLost = true;
  const { uploads, runs, press } = await open(async (name) => {
    if (name === "back.jpg" && isLost) throw new TypeError("network");
    return Response.json({ file: name });
  });
  expect(await screen.findByText(/^The desk is not responding\./)).toBeTruthy();
  expect([uploads, runs]).toEqual([["front.jpg", "back.jpg"], []]);
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Title" }).value).toBe("Tray");
  isLost = false;
  press("Add");
  await expect.poll(() => runs).toEqual([{ picture: ["front.jpg", "back.jpg"] }]);
  expect(uploads).toEqual(["front.jpg", "back.jpg", "back.jpg"]);
});

test("an upload shows its progress, and the user can cancel it without losing the input", async () => {
  const { runs, press } = await open(async (name, signal) => {
    if (name === "front.jpg") return Response.json({ file: name });
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
  });
  expect(await screen.findByText("Uploading: 50 %")).toBeTruthy();
  press("Cancel");
  expect(await screen.findByText(/^You cancelled the upload/)).toBeTruthy();
  expect(runs).toEqual([]);
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.getByText("front.jpg, back.jpg")).toBeTruthy();
});
