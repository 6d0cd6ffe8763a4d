import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { sampleOrder } from "../../../tests/support/samples.ts";
import { reviewMessages } from "../review.ts";
import { ReviewDialog } from "./review-dialog.tsx";

vi.mock("#ui/toast.ts", () => import("../../../tests/support/toasts.ts"));

const item = sampleOrder.items[0]!;
const earlier = {
  productId: item.productId._id,
  rating: 4,
  message: "Good.",
  canChange: true,
  pictures: ["one"],
};

test.each([
  ["keeps its pictures", () => Response.json({ reviews: [earlier] }), { rating: 4, pictures: ["one"] }],
  [
    "does not delete its pictures if the earlier review could not be loaded",
    () => new Response(null, { status: 500 }),
    { rating: 5 },
  ],
])("a review that is sent again %s", async (_, answer, expected) => {
  const bodies: string[] = [];
  vi.stubGlobal("fetch", async (_address: string, { method, body }: { method: string; body?: string }) => {
    if (method === "GET") return answer();
    bodies.push(body ?? "");
    return Response.json({ success: true, message: "Thank you." });
  });
  const onClose = vi.fn<() => void>();
  render(<ReviewDialog order={{ items: [item] }} open onClose={onClose} />);
  await userEvent.type(await screen.findByLabelText(/^Your review/), " Still good.");
  await userEvent.click(screen.getByRole("button", { name: /^Send the/ }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  const { message, ...sent } = JSON.parse(bodies[0] ?? "{}") as { message: string };
  expect(message).toContain("Still good.");
  expect(sent).toEqual({ productId: item.productId._id, ...expected });
});

test("the server's error about a photo is shown in the form (D79)", async () => {
  const message = "We could not read a photo. Please choose another one.";
  vi.stubGlobal("fetch", async (_address: string, { method }: { method: string }) =>
    method === "GET"
      ? Response.json({ reviews: [earlier] })
      : Response.json(
          { success: false, code: "invalid", message, fields: [{ path: "pictures.0", message }] },
          { status: 400 },
        ),
  );
  render(<ReviewDialog order={{ items: [item] }} open onClose={() => {}} />);
  await userEvent.click(await screen.findByRole("button", { name: "Send the changes" }));
  expect((await screen.findByRole("alert")).textContent).toBe(message);
});

test("while the shop is too busy to read photos, the form keeps the review and its photos, and sends them again", async () => {
  const bodies: string[] = [];
  vi.stubGlobal("fetch", async (_address: string, { method, body }: { method: string; body?: string }) => {
    if (method === "GET") return Response.json({ reviews: [earlier] });
    bodies.push(body ?? "");
    return bodies.length === 1
      ? Response.json({ success: false, code: "busy", message: reviewMessages.busy }, { status: 503 })
      : Response.json({ success: true, message: reviewMessages.saved });
  });
  const onClose = vi.fn<() => void>();
  render(<ReviewDialog order={{ items: [item] }} open onClose={onClose} />);
  await userEvent.type(await screen.findByLabelText(/^Your review/), " Still good.");
  await userEvent.click(screen.getByRole("button", { name: "Send the changes" }));
  expect((await screen.findByRole("alert")).textContent).toBe(reviewMessages.busy);
  await userEvent.click(screen.getByRole("button", { name: "Send the changes" }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(bodies[1]).toBe(bodies[0]);
  expect(bodies[1]).toContain("Still good.");
});
