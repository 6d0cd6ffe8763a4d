import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { DescribedCommand, View } from "../../calls.ts";
import { place } from "../router.ts";
import { queries } from "../use-view.ts";
import TextsScreen from "./texts.tsx";

const texts: DescribedCommand = {
  noun: "texts",
  verb: "",
  summary: "…",
  reads: { unless: ["text"] },
  args: [{ name: "name", summary: "the text", optional: true }],
  options: { text: { summary: "the new text", kind: "markdown", or: ["none"] } },
  examples: [],
  hasPreview: true,
};

test("the page of a text can be seen before the owner changes the text", async () => {
  const terms = { name: "terms", isOwn: true, revision: "1" };
  const now = "2026-11-28T02:15:00.000Z";
  const change = { osUser: "Asha", changedAt: now, until: now, kind: "catalogue" };
  const previews: View["options"][] = [];
  vi.stubGlobal("fetch", async (address: string, { body }: { body: string }) => {
    if (address === "/api/commands") return Response.json([texts]);
    const { noun, args, options } = JSON.parse(body) as View;
    if (noun === "preview") previews.push(options);
    const data: Readonly<Record<string, unknown>> = {
      texts: args?.["name"] ? { ...terms, source: "# Our terms" } : { texts: [terms], fields: {} },
      preview: { html: "<p>Our terms</p>" },
      undo: [
        { ...change, number: 2, summary: "the text shipping-policy: new" },
        { ...change, number: 1, summary: "the text terms: new" },
      ],
    };
    return Response.json({ outcome: "done", result: { data: data[noun] ?? [] } });
  });
  place.set("/settings/texts?text=terms");
  render(
    <QueryClientProvider client={queries}>
      <TextsScreen />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "See the page" }));
  await expect.poll(() => previews).toEqual([{ text: "# Our terms" }]);
  expect(await screen.findByText("The text “Terms and conditions”: new")).toBeTruthy();
  expect(screen.queryByText(/Shipping policy|shipping-policy/), "the change of another text").toBeNull();
});
