import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { session as signedIn } from "../session.ts";
import TeamScreen from "./team.tsx";
import { answerDesk, describeCommand, showDesk, withData } from "../../../tests/support/jsdom/show-desk.tsx";

afterEach(() => signedIn.set(null));

const you = { role: "owner", entrance: "address", start: "1", token: "" } as const;

const createdAt = "2026-11-20T04:30:00.000Z";
const passkey = { id: "p", device: "Pixel 9", createdAt, usedAt: "2026-11-28T04:30:00.000Z" };
const session = {
  id: "s",
  passkey: "Pixel 9",
  device: "Chrome on Android phone",
  network: "203.0.113.x",
  begunAt: createdAt,
  seenAt: "2026-11-29T04:30:00.000Z",
};
const people = [
  { name: "Asha", role: "owner", createdAt, invitedUntil: null, passkeys: [passkey], sessions: [session] },
  { name: "Ravi", role: "packer", createdAt, invitedUntil: null, passkeys: [], sessions: [] },
  {
    name: "Lata",
    role: "manager",
    createdAt,
    invitedUntil: "2026-11-30T04:30:00.000Z",
    passkeys: [],
    sessions: [],
  },
  {
    name: "Meera",
    role: "packer",
    createdAt,
    invitedUntil: null,
    passkeys: [{ ...passkey, usedAt: null }],
    sessions: [],
  },
];

test("the screen Team shows when each person was last seen, who has no passkey yet, and whose invitation has expired", async () => {
  answerDesk([describeCommand("people")], () => withData(people));
  showDesk(<TeamScreen />);
  await screen.findByText("Asha");
  const [asha, ravi, lata, meera] = screen.getAllByRole("listitem").map((entry) => within(entry));
  expect(asha?.getByText("Last seen 29 Nov 2026 at 10:00 am.")).toBeTruthy();
  expect(asha?.queryByText("Invitation expired")).toBeNull();
  expect(ravi?.getByText("Invitation expired")).toBeTruthy();
  expect(ravi?.getByText("Never signed in.")).toBeTruthy();
  expect(
    ravi?.getByText(
      /^Can pack and send orders, but not see amounts of money. Cannot sign in\. Send a new invitation\.$/,
    ),
  ).toBeTruthy();
  expect(await ravi?.findByRole("button", { name: "Invite again" })).toBeTruthy();
  for (const each of screen.getAllByRole("button", { name: "More actions" })) fireEvent.click(each);
  expect(ravi?.queryByRole("button", { name: "A device was lost" })).toBeNull();
  expect(meera?.getByRole("button", { name: "A device was lost" })).toBeTruthy();
  expect(meera?.getByText("Last seen 20 Nov 2026 at 10:00 am."), "she created her passkey then").toBeTruthy();
  expect(screen.getByText('npm run shop -- people "Asha" --invite --lost')).toBeTruthy();
  expect(lata?.getByText("Invited until 30 Nov 2026 at 10:00 am")).toBeTruthy();
});

test.each([
  ["Asha", 4, "Can do everything. Signs in with: Pixel 9."],
  ["Kiran", 5, "Can do everything. Signed in on the shop's machine."],
])(
  "the screen Team marks %s, who is signed in, and lists a person without an invitation too",
  async (name, count, text) => {
    signedIn.set({ ...you, name });
    answerDesk([describeCommand("people")], () => withData(people));
    showDesk(<TeamScreen />);
    await screen.findByText("Asha");
    const entries = screen.getAllByRole("listitem");
    expect(entries).toHaveLength(count);
    expect(entries[0]?.textContent).toContain(`${name}YouOwner`);
    expect(within(entries[0] as HTMLElement).getByText(text)).toBeTruthy();
    expect(screen.getAllByText("You")).toHaveLength(1);
  },
);
