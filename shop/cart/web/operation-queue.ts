import { type CartOperation, getProductId } from "./cart-operations.ts";

/** So long without another click, and the quantity is sent, in milliseconds. */
const CLICKS_END_MS = 250;

interface QueuedOperation {
  operation: CartOperation;
  sent: boolean;
  /** When a quantity was last clicked. */
  at: number;
  resolve: (succeeded: boolean) => void;
  result: Promise<boolean>;
}

interface OperationQueue {
  /** What is not yet sent, or not yet answered. */
  operations(): readonly CartOperation[];
  /** Resolves to whether it succeeded. */
  take(operation: CartOperation): Promise<boolean>;
  /** After this nothing more is sent, and `changed` is not called. */
  close(): void;
  isClosed(): boolean;
}

/**
 * Sends operations one after another, so nothing overtakes; quick clicks on one quantity become one call with the last
 * number (§4). `send` resolves to whether it succeeded.
 */
export function createOperationQueue(
  send: (operation: CartOperation) => Promise<boolean>,
  changed: () => void,
): OperationQueue {
  let queue: QueuedOperation[] = [];
  let working = false;
  let closed = false;

  const next = () => (closed ? undefined : queue[0]);

  async function work() {
    working = true;
    for (let first = next(); first; first = next()) {
      await awaitClicks(first);
      first.sent = true;
      const succeeded = await send(first.operation);
      queue = queue.filter((each) => each !== first);
      first.resolve(succeeded);
      if (!closed) changed();
    }
    working = false;
  }

  return {
    operations: () => queue.map(({ operation }) => operation),
    take(operation) {
      const replaceable = findReplaceable(queue, operation);
      const queued = replaceable ?? createQueued(operation);
      if (replaceable) Object.assign(replaceable, { operation, at: Date.now() });
      else queue.push(queued);
      changed();
      if (!working) void work();
      return queued.result;
    },
    close() {
      closed = true;
    },
    isClosed: () => closed,
  };
}

function createQueued(operation: CartOperation): QueuedOperation {
  const { promise: result, resolve } = Promise.withResolvers<boolean>();
  return { operation, sent: false, at: Date.now(), resolve, result };
}

/** The last operation on the same product, where the new one takes its place. */
function findReplaceable(
  queue: readonly QueuedOperation[],
  operation: CartOperation,
): QueuedOperation | undefined {
  if (operation.kind !== "set" && operation.kind !== "read") return undefined;
  const last = queue.findLast(
    (each) => each.operation.kind === "read" || getProductId(each.operation) === getProductId(operation),
  );
  return last && !last.sent && last.operation.kind === operation.kind ? last : undefined;
}

async function awaitClicks(queued: QueuedOperation): Promise<void> {
  if (queued.operation.kind !== "set") return;
  for (;;) {
    const left = queued.at + CLICKS_END_MS - Date.now();
    if (left <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, left));
  }
}
