interface Port {
  on(event: "message", listener: (message: Message) => void): unknown;
  postMessage(message: Message, handedOver?: ArrayBuffer[]): void;
}

/** @throws the error of the other thread or process, as far as it can be serialized */
type CallThread = (question: unknown) => Promise<unknown>;

type Message =
  | { kind: "question"; id: number; question: unknown }
  | { kind: "answer"; id: number; answer: unknown }
  | { kind: "failure"; id: number; error: unknown };

export interface ThreadCalls {
  ask: CallThread;
  rejectAll(reason: Error): void;
}

/** Lets two threads or processes call each other. The buffers that `listMemory` returns are transferred, not copied. */
export function openThreadCalls(
  port: Port,
  handleCall: CallThread,
  listMemory: (value: unknown) => ArrayBuffer[] = () => [],
): ThreadCalls {
  const pendingCalls = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  const send = (message: Message) => port.postMessage(message);

  port.on("message", (message: Message) => {
    const { id } = message;
    if (message.kind === "question") {
      handleCall(message.question)
        .then((value) => port.postMessage({ kind: "answer", id, answer: value }, listMemory(value)))
        .catch((error: unknown) => send({ kind: "failure", id, error }));
      return;
    }
    const pendingCall = pendingCalls.get(id);
    pendingCalls.delete(id);
    if (message.kind === "answer") pendingCall?.resolve(message.answer);
    else pendingCall?.reject(message.error);
  });

  return {
    ask(question) {
      const pendingCall = Promise.withResolvers<unknown>();
      pendingCalls.set(++last, pendingCall);
      send({ kind: "question", id: last, question });
      return pendingCall.promise;
    },
    rejectAll(reason) {
      for (const { reject } of pendingCalls.values()) reject(reason);
      pendingCalls.clear();
    },
  };
}
