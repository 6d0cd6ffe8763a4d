/** Holds the answers used last, up to a number of them and of bytes. */
export interface ResponseStore<Answer extends { bytes: number }> {
  /** The answer under this key, which now counts as used last. */
  get(key: string): Answer | undefined;
  set(key: string, answer: Answer): void;
  clear(): void;
}

interface State<Answer> {
  /** The one used longest ago stands first. */
  answers: Map<string, Answer>;
  /** What each took when it was set: an answer may have changed since. */
  sizes: Map<string, number>;
  bytes: number;
}

export function createResponseStore<Answer extends { bytes: number }>(
  mostAnswers: number,
  mostBytes: number,
): ResponseStore<Answer> {
  const state: State<Answer> = { answers: new Map(), sizes: new Map(), bytes: 0 };
  const { answers, sizes } = state;
  return {
    get(key) {
      const answer = answers.get(key);
      if (answer) {
        answers.delete(key);
        answers.set(key, answer);
      }
      return answer;
    },
    set(key, answer) {
      drop(state, key);
      if (answer.bytes > mostBytes) return; // it would push out all the others and then itself
      answers.set(key, answer);
      sizes.set(key, answer.bytes);
      state.bytes += answer.bytes;
      for (const [oldest] of answers) {
        if (answers.size <= mostAnswers && state.bytes <= mostBytes) break;
        drop(state, oldest);
      }
    },
    clear() {
      answers.clear();
      sizes.clear();
      state.bytes = 0;
    },
  };
}

function drop<Answer>(state: State<Answer>, key: string): void {
  state.bytes -= state.sizes.get(key) ?? 0;
  state.sizes.delete(key);
  state.answers.delete(key);
}
