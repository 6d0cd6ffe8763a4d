import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../../../tests/support/toasts.ts";
import { GoogleButton } from "./google-button.tsx";

vi.mock("#ui/toast.ts", () => import("../../../tests/support/toasts.ts"));

interface Settings {
  client_id: string;
  nonce: string;
  callback: (answer: { credential?: string }) => void;
}

let value: { credential?: string };
let settings: Settings | undefined;
beforeEach(() => {
  value = { credential: "signed by Google" };
  settings = undefined;
  const id = {
    initialize: (requested: Settings) => void (settings = requested),
    renderButton(place: HTMLElement, { width }: { width: number }) {
      const button = document.createElement("button");
      button.textContent = `${width} px`;
      button.addEventListener("click", () => settings?.callback(value));
      place.append(button);
    },
  };
  vi.stubGlobal("google", { accounts: { id } });
  // Makes the browser report that it loaded the document as the login page.
  const load = { name: "http://localhost/log-in?redirect=%2Fcart" } as PerformanceEntry;
  Object.assign(performance, { getEntriesByType: () => [load] });
});

const show = (onCredential = vi.fn()) => {
  render(<GoogleButton clientId="taruva.apps.example" onCredential={onCredential} />);
  return onCredential;
};

test.each([
  [120, 200],
  [312, 312],
  [700, 420],
])(
  "if the page has a free width of %i px, Google's button is drawn %i px wide (§2.10, D50)",
  async (free, width) => {
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(free);
    show();
    await screen.findByRole("button", { name: `${width} px` });
  },
);

test("Google's credential is sent with the page's nonce, which is new for each page (§2.10, D50)", async () => {
  const onCredential = show();
  await userEvent.click(await screen.findByRole("button"));
  expect(settings?.client_id).toBe("taruva.apps.example");
  const nonce = settings?.nonce ?? "";
  expect(nonce.length).toBeGreaterThan(30);
  expect(onCredential.mock.calls).toEqual([["signed by Google", nonce]]);
  show();
  await waitFor(() => expect(settings?.nonce).not.toBe(nonce));
});

test("a response of Google without a credential shows a toast (§2.10, D50)", async () => {
  value = {};
  const onCredential = show();
  await userEvent.click(await screen.findByRole("button"));
  expect(toasts).toEqual(["Google did not return a credential."]);
  expect(onCredential).not.toHaveBeenCalled();
});
