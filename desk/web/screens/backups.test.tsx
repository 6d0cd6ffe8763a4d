import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { saveFile } from "#client/save-file.ts";
import { Backups } from "./backups.tsx";
import { answerDesk, describeCommand, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";

vi.mock("#client/save-file.ts", () => ({ saveFile: vi.fn() }));

const toFile = (time: string, verifiedAt: string | null) => ({
  name: `taruva-${time}.backup.gz`,
  file: `/data/backups/taruva-${time}.backup.gz`,
  bytes: 52_000,
  madeAt: `2026-11-30T${time}:00.000Z`,
  verifiedAt,
  isEncrypted: false,
});

const create = describeCommand(
  "backup create",
  { "one-file": { summary: "", flag: true } },
  { args: [{ name: "file", summary: "", kind: "new-file", optional: true }] },
);

const runs: unknown[] = [];

function showBackups(files: readonly object[], run?: ReadableStream, more: object = {}): void {
  runs.length = 0;
  answerDesk([create], (request, path) => {
    if (path === "/api/run") {
      runs.push(request);
      return new Response(run ?? null);
    }
    if (path.startsWith("/api/files")) return new Response("…");
    const times = { last: null, lastElsewhere: null, isOld: false, isElsewhereOld: true, ...more };
    const data = { ...times, folder: "/data/backups", files };
    return withData(data);
  });
  showDesk(<Backups isProblem={false} />);
}

test("the list of backups marks only verified backups, with the time of the check", async () => {
  showBackups([toFile("04:44", null), toFile("04:41", "2026-11-30T04:42:00.000Z")]);
  expect((await screen.findByText(/ 10:14 am$/)).parentElement?.textContent).not.toContain("Verified");
  const verified = screen.getByText("Verified 30 Nov 2026 at 10:12 am");
  expect(verified.parentElement?.textContent).toContain("10:11 am");
});

test.each([
  ["is missing", null, "None yet"],
  ["is more than two days old", "2026-11-20T04:50:00.000Z", "More than two days old"],
])("the desk warns if the last copy on another device %s", async (_, lastElsewhere, warning) => {
  showBackups([], undefined, { last: "2026-11-30T04:50:00.000Z", lastElsewhere });
  const name = await screen.findByText("On another device");
  expect(name.parentElement?.textContent).toContain(warning);
  expect(screen.getByText("On the shop's machine").parentElement?.textContent).not.toContain("days old");
});

test("a backup to download contains the pictures and shows its progress in percent, and the browser then saves it", async () => {
  let send: (line: object) => void = () => {};
  const stream = new ReadableStream({
    start(controller) {
      send = (line) => controller.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
    },
  });
  showBackups([], stream);
  fireEvent.click(await screen.findByRole("button", { name: "Download a backup" }));
  send({ progress: "Copying the data", done: 1390, of: 2300 });
  expect(await screen.findByText("Copying the data: 60 %")).toBeTruthy();
  send({ outcome: "done", result: { message: "Made.\nKeep it." }, files: ["shop.backup.gz"] });
  await expect.poll(() => vi.mocked(saveFile).mock.calls.map(([, name]) => name)).toEqual(["shop.backup.gz"]);
  expect(runs).toMatchObject([{ noun: "backup", verb: "create", options: { "one-file": "on" } }]);
});
