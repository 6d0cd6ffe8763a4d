import { act, render } from "@testing-library/react";
import { expect, test } from "vitest";
import { useResponse } from "./use-response.ts";

function setUpQuestions(keepsLast = false) {
  const requested: { signal: AbortSignal; answer: (text: string | Promise<never>) => Promise<void> }[] = [];
  const Asking = ({ about }: { about: string | null }) => {
    const outcome = useResponse(
      about,
      (signal) => {
        const { promise, resolve } = Promise.withResolvers<string>();
        requested.push({ signal, answer: (text) => act(async () => resolve(text)) });
        return promise;
      },
      { keepsLast },
    );
    return outcome.state === "loaded"
      ? outcome.value
      : outcome.state === "failed"
        ? outcome.failure.message
        : "…";
  };
  const { rerender, container } = render(<Asking about={null} />);
  return {
    requested,
    ask: (about: string | null) => rerender(<Asking about={about} />),
    shown: () => container.textContent,
  };
}

test("a newer request aborts the earlier request, whose late response is not shown", async () => {
  const { requested, ask, shown } = setUpQuestions();
  expect([requested.length, shown()]).toEqual([0, "…"]);
  ask("bowls");
  ask("trays");
  await requested[1]?.answer("Three trays");
  await requested[0]?.answer("Two bowls");
  expect(requested.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  expect(shown()).toBe("Three trays");
  ask("boards");
  expect(shown()).toBe("…");
});

test("the option keepsLast keeps the previous response visible until the next response, and clears it when nothing is requested", async () => {
  const { requested, ask, shown } = setUpQuestions(true);
  ask("bowls");
  await requested[0]?.answer("Two bowls");
  ask("trays");
  expect(shown()).toBe("Two bowls");
  ask(null);
  expect(shown()).toBe("…");
  ask("boards");
  expect(shown()).toBe("…");
});
