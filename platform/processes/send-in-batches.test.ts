import { expect, test } from "vitest";
import { createBatchSender } from "./process-link.ts";

function open() {
  const batches: string[][] = [];
  let [answer, pause] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const send = createBatchSender(
    (messages) => {
      batches.push(messages);
      [answer, pause] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      return answer.promise;
    },
    { maxBytes: 100, pause: () => pause.promise },
  );
  return { batches, send, answered: () => answer.resolve(), pauseEnded: () => pause.resolve() };
}

test("the first message to a process is sent at once, and messages that follow before the end of the pause are sent together, in order", async () => {
  const { batches, send, answered, pauseEnded } = open();
  const first = send("1");
  const second = send("2");
  expect(batches).toEqual([["1"]]);
  answered();
  await first;
  const third = send("3");
  expect(batches).toEqual([["1"]]);
  pauseEnded();
  await expect.poll(() => batches).toEqual([["1"], ["2", "3"]]);
  answered();
  await Promise.all([second, third]);
  void send("4");
  expect(batches).toHaveLength(2);
  pauseEnded();
  await expect.poll(() => batches.at(-1)).toEqual(["4"]);
});

test("a batch of messages is limited in bytes, a larger message is sent alone, and remaining messages are sent without a pause", async () => {
  const steps: (string[] | "pause")[] = [];
  const send = createBatchSender(async (messages) => steps.push(messages), {
    maxBytes: 10,
    pause: async () => steps.push("pause"),
  });
  await Promise.all(["first", "₹₹", "abc", "d", "larger than all of it", "e"].map(send));
  expect(steps).toEqual([
    ["first"],
    "pause",
    ["₹₹"],
    ["abc", "d"],
    ["larger than all of it"],
    ["e"],
    "pause",
  ]);
});
