interface Waiting {
  message: string;
  taken: PromiseWithResolvers<void>;
}

/**
 * Sends messages one batch after another: all that come while one is under way travel together in the next, as many
 * as have room in `mostBytes`, in the order in which they came. One that is larger travels alone.
 */
export function createBatchSender(send: (messages: string[]) => Promise<unknown>, mostBytes: number) {
  let waiting: Waiting[] = [];
  let isSending = false;

  const sendAll = async () => {
    isSending = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, countFitting(waiting, mostBytes));
      waiting = waiting.slice(batch.length);
      await send(batch.map(({ message }) => message)).then(
        () => batch.forEach(({ taken }) => taken.resolve()),
        (cause: unknown) => batch.forEach(({ taken }) => taken.reject(cause)),
      );
    }
    isSending = false;
  };

  /** Resolves once the batch of this message was sent. @throws what `send` throws */
  return (message: string): Promise<void> => {
    const taken = Promise.withResolvers<void>();
    waiting.push({ message, taken });
    if (!isSending) void sendAll();
    return taken.promise;
  };
}

function countFitting(waiting: readonly Waiting[], mostBytes: number): number {
  let bytes = 0;
  const tooMany = waiting.findIndex(({ message }) => (bytes += Buffer.byteLength(message) + 1) > mostBytes);
  return tooMany === -1 ? waiting.length : Math.max(tooMany, 1);
}
