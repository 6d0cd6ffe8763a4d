import { expect, test } from "vitest";
import { createBatchSender } from "./process-link.ts";

function open(maxBytes = 100) {
  const batches: string[][] = [];
  let answer = Promise.withResolvers<void>();
  const send = createBatchSender((messages) => {
    batches.push(messages);
    answer = Promise.withResolvers<void>();
    return answer.promise;
  }, maxBytes);
  return { batches, send, answered: () => answer.resolve(), failed: (cause: Error) => answer.reject(cause) };
}

test("the first message to a process is sent at once, and messages that follow before its response are sent together, in order", async () => {
  const { batches, send, answered } = open();
  const first = send("1");
  const others = [send("2"), send("3")];
  expect(batches).toEqual([["1"]]);
  answered();
  await first;
  await expect.poll(() => batches).toEqual([["1"], ["2", "3"]]);
  answered();
  await Promise.all(others);
  void send("4");
  expect(batches.at(-1)).toEqual(["4"]);
});

test("a batch of messages is limited in bytes, and a larger message is sent alone", async () => {
  const batches: string[][] = [];
  const send = createBatchSender(async (messages) => batches.push(messages), 10);
  await Promise.all(["first", "₹₹", "abc", "d", "larger than all of it", "e"].map(send));
  expect(batches).toEqual([["first"], ["₹₹"], ["abc", "d"], ["larger than all of it"], ["e"]]);
});
