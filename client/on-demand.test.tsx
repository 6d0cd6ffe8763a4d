import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { goIfReachable } from "./links.tsx";
import { onDemand } from "./on-demand.tsx";
import { partMessages } from "./use-response.ts";
import { toastError } from "#ui/toast.ts";
import { listenToErrors } from "../tests/support/listen-to-errors.ts";

vi.mock("#ui/toast.ts", () => ({ toastError: vi.fn() }));
vi.mock("./links.tsx", () => ({ goIfReachable: vi.fn(() => Promise.resolve()) }));

interface Props {
  open: boolean;
  onClose: () => void;
}

const Drawer = ({ open }: Props) => open && <p>The bag</p>;

function show(load: () => Promise<typeof Drawer>, instead?: string) {
  const Part = onDemand(load, instead === undefined ? {} : { instead });
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" aria-busy={Part.useWaiting()} onClick={() => setOpen(true)}>
          Bag
        </button>
        <Part open={open} onClose={() => setOpen(false)} />
      </>
    );
  }
  render(<Page />);
}

const click = () => userEvent.click(screen.getByRole("button"));

beforeEach(() => {
  vi.mocked(toastError).mockClear();
  vi.mocked(goIfReachable).mockReset().mockResolvedValue();
});

test("a component whose code cannot be loaded closes with a message, and the next click tries again", async () => {
  const load = vi.fn(() => Promise.resolve(Drawer)).mockRejectedValueOnce(new Error("offline"));
  show(load);
  await click();
  await expect.poll(() => vi.mocked(toastError).mock.calls).toEqual([[partMessages.unreachable]]);
  expect(screen.queryByRole("status")).toBeNull();
  await click();
  expect(await screen.findByText("The bag")).toBeTruthy();
});

test("a component that throws while it renders does not affect the rest of the page and can be opened again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let broken = true;
  show(() =>
    Promise.resolve((props: Props) => {
      if (broken && props.open) throw new Error("odd data");
      return <Drawer {...props} />;
    }),
  );
  const reported = listenToErrors();
  await click();
  await expect.poll(() => vi.mocked(toastError).mock.calls).toEqual([[partMessages.broken]]);
  expect(reported).toEqual([new Error("odd data")]);
  broken = false;
  await click();
  expect(await screen.findByText("The bag")).toBeTruthy();
});
