import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeAll, expect, test, vi } from "vitest";
import { ConfirmDialog } from "./dialog.tsx";
import { recoverLostFocus } from "./focus-recovery.ts";

beforeAll(() => {
  // jsdom has no layout, so every element counts as visible.
  Element.prototype.checkVisibility = () => true;
  recoverLostFocus();
});

const getFocused = () =>
  document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;

/** A list whose lines are removed after a confirmation, as in the cart. If no line is left, it shows a link. */
function Lines({ names, slow = false }: { names: string[]; slow?: boolean }) {
  const [lines, setLines] = useState(names);
  const [requested, setRequested] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const remove = () => {
    setRequested(null);
    const rest = lines.filter((line) => line !== requested);
    setLines(rest);
    if (slow) setBusy(true);
  };
  return (
    <section>
      <h2>Cart</h2>
      {lines.length === 0 && <a href="/products">See what is there</a>}
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <a href={`/${line}`}>{line}</a>
            <button
              type="button"
              disabled={busy}
              onClick={() => setRequested(line)}
            >{`Remove ${line}`}</button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => setBusy(false)}>
        Answer
      </button>
      <ConfirmDialog
        open={requested !== null}
        question="Sure?"
        yes="Yes, Delete"
        no="Cancel"
        onYes={remove}
        onNo={() => setRequested(null)}
      />
    </section>
  );
}

async function remove(line: string) {
  await userEvent.click(screen.getByRole("button", { name: `Remove ${line}` }));
  await userEvent.click(screen.getByRole("button", { name: "Yes, Delete" }));
}

test("after a line of the cart is removed the focus moves to a neighbouring line, or to a link if no line is left", async () => {
  render(<Lines names={["bowl", "tray", "board"]} />);
  await remove("tray");
  expect(getFocused()).toBe("Remove board");
  await remove("board");
  expect(getFocused()).toBe("Remove bowl");
  await remove("bowl");
  expect(getFocused()).toBe("See what is there");
});

test("a form keeps the focus when it is rendered again", async () => {
  function Filters() {
    const [made, setMade] = useState(0);
    return (
      <div>
        <form key={made}>
          <input aria-label="Price" />
          <button type="button" onClick={() => setMade(made + 1)}>
            Apply
          </button>
        </form>
        <a href="/bowl">Bowl</a>
      </div>
    );
  }
  render(<Filters />);
  const previous = screen.getByRole("button", { name: "Apply" });
  await userEvent.click(previous);
  expect(screen.getByRole("button", { name: "Apply" })).not.toBe(previous);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Apply" }));
});

test("the page does not scroll when the focus moves because the focused element was removed", async () => {
  render(<Lines names={["Bowl", "Tray"]} />);
  const focus = vi.spyOn(screen.getByRole("button", { name: "Remove Tray" }), "focus");
  await remove("Bowl");
  expect(getFocused()).toBe("Remove Tray");
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
});

test("the focus moves to the next control if a busy button is removed when its action ends", async () => {
  function Form() {
    const [state, setState] = useState("new");
    return (
      <main tabIndex={-1}>
        {state !== "done" && (
          <button
            type="button"
            disabled={state === "busy"}
            aria-busy={state === "busy"}
            onClick={() => setState("busy")}
          >
            Send
          </button>
        )}
        <button type="button" onClick={() => setState("done")}>
          Answer
        </button>
      </main>
    );
  }
  render(<Form />);
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(document.activeElement).toBe(document.body));
  const answer = screen.getByRole("button", { name: "Answer" });
  fireEvent.click(answer);
  await waitFor(() => expect(document.activeElement).toBe(answer));
});

test("a button that is disabled while its action runs has the focus again after the action (§2.10)", async () => {
  function Form() {
    const [isBusy, setIsBusy] = useState(false);
    return (
      <form>
        <button type="button">Show</button>
        <button
          type="button"
          disabled={isBusy}
          aria-busy={isBusy || undefined}
          onClick={() => setIsBusy(true)}
        >
          Login
        </button>
        <button type="button" onClick={() => setIsBusy(false)}>
          Answer
        </button>
      </form>
    );
  }
  render(<Form />);
  const button = screen.getByRole("button", { name: "Login" });
  await userEvent.click(button);
  // Browsers take the focus from a disabled button when they paint the next frame.
  await waitFor(() => expect(document.activeElement).toBe(document.body));
  fireEvent.click(screen.getByRole("button", { name: "Answer" }));
  await waitFor(() => expect(document.activeElement).toBe(button));
});
