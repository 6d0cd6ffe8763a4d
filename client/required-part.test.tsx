import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { requiredPart } from "./required-part.tsx";
import { partMessages } from "./use-response.ts";

test("a part of a page that cannot be loaded shows a message with 'Try again', which loads the part", async () => {
  const Orders = ({ of }: { of: string }) => <p>Orders of {of}</p>;
  const offline = new Error("offline");
  const load = vi
    .fn(async () => Orders)
    .mockRejectedValueOnce(offline)
    .mockRejectedValueOnce(offline);
  const Part = requiredPart(load);
  await expect.poll(() => load.mock.calls.length).toBe(1);
  render(<Part of="Asha" loading={<p>One moment</p>} />);
  screen.getByText("One moment");
  expect((await screen.findByRole("alert")).textContent).toBe(partMessages.unreachable);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Orders of Asha");
});
