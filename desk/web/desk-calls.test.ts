import { beforeEach, expect, test, vi } from "vitest";
import { failAtOnce, neverAnswer, respond, stubAttempts } from "../../tests/support/silent-network.ts";
import { fetchTasks, run, view } from "./desk-calls.ts";
import { session } from "./session.ts";

const settle = (outcome: Promise<unknown>) => outcome.catch((cause: unknown) => cause);

const DESK = { name: "Asha", role: "owner", entrance: "address", start: "one" } as const;
const SILENT = {
  code: "no answer",
  message: "The desk is not responding. Check that the terminal in which the desk runs is still open.",
};
const label = { noun: "shelf", verb: "label", args: {}, options: {} };

beforeEach(() => session.set({ ...DESK, token: "token" }));

test.each([
  ["gets no response", neverAnswer],
  ["gets a response that never ends", respond([0, "["])],
  ["fails at once", failAtOnce],
])(
  "if a request to read data %s, the desk's page retries it once, and then reports that the desk is not responding",
  async (_, attempt) => {
    const asked = stubAttempts(attempt, async () => Response.json([]));
    const outcome = settle(fetchTasks());
    await vi.advanceTimersByTimeAsync(26_000);
    expect(await outcome).toEqual([]);
    expect(asked).toHaveLength(2);
    const silent = stubAttempts(attempt);
    const lost = settle(view(label));
    await vi.advanceTimersByTimeAsync(52_000);
    expect(await lost).toMatchObject(SILENT);
    expect(silent).toEqual(["POST /api/view", "POST /api/view"]);
  },
);

test("the desk's page waits for the end of a long command while the desk reports that the command is running", async () => {
  const asked = stubAttempts(
    respond(
      [15_000, "\n"],
      [15_000, '{"progress":"Half"}\n'],
      [24_000, "\n"],
      [20_000, '{"outcome":"done","result":{}}\n'],
    ),
  );
  const heard: unknown[] = [];
  const outcome = settle(run(label, (line) => heard.push(line)));
  await vi.advanceTimersByTimeAsync(74_000);
  expect(await outcome).toMatchObject({ outcome: "done" });
  expect(heard).toEqual([{ progress: "Half" }]);
  expect(asked).toEqual(["POST /api/run"]);
});

test.each([
  ["gets no response", neverAnswer],
  ["gets no further data", respond([15_000, "\n"])],
])(
  "a command of the desk that %s is not retried, and its result is fetched from the list of tasks",
  async (_, attempt) => {
    let sent = "";
    const asked = stubAttempts(
      attempt,
      async () => Response.json(DESK),
      async () =>
        Response.json([{ task: sent, reply: { outcome: "done", result: { message: "Written." } } }]),
    );
    vi.spyOn(crypto, "randomUUID").mockImplementation(() => {
      sent = "0d7f0a52-4a4e-4a0c-9d5e-111111111111";
      return sent as ReturnType<typeof crypto.randomUUID>;
    });
    const outcome = settle(run(label));
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await outcome).toMatchObject({ outcome: "done", result: { message: "Written." } });
    expect(asked).toEqual(["POST /api/run", "GET /api/session", "GET /api/tasks"]);
  },
);
