import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { RecentChanges } from "./recent-changes.tsx";
import { answerDesk, describeCommand, showDesk } from "../../tests/support/jsdom/show-desk.tsx";

const undo = describeCommand(
  "undo",
  {},
  { args: [{ name: "number", summary: "the number of the change", optional: true }], hasPreview: true },
);

const LATER = "A later change also affected the banners. Undo the later change first.";

const toChange = (number: number, summary: string) => ({
  number,
  summary,
  osUser: "Asha",
  changedAt: "2026-11-30T06:00:00Z",
  until: "2026-12-30T06:00:00Z",
});

test("the list of changes says only once why several changes cannot be undone, and shows the names of fields in texts", async () => {
  answerDesk([undo], () => ({ outcome: "refused", message: LATER }));
  showDesk(
    <RecentChanges
      changes={[
        toChange(3, 'the service cards: text "In {{return-days}} days" → "In a week"'),
        toChange(2, "the banners: “For tea” added"),
      ]}
    />,
  );
  expect(screen.getByText(/^The service cards: text "In \[Return days\] days" → "In a week"/)).toBeTruthy();
  const buttons = await screen.findAllByRole("button", { description: LATER });
  expect(buttons).toHaveLength(2);
  const isHidden = (each: HTMLElement) => each.closest(".visually-hidden") !== null;
  expect(screen.getAllByText(LATER).map(isHidden)).toEqual([false, true]);
});
