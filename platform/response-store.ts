/** Holds the answers used last, up to a number of them and of bytes. */
export interface ResponseStore<Answer extends { bytes: number }> {
  /** The answer under this key, which now counts as used last. */
  get(key: string): Answer | undefined;
  set(key: string, answer: Answer): void;
  clear(): void;
}

export function createResponseStore<Answer extends { bytes: number }>(
  mostAnswers: number,
  mostBytes: number,
): ResponseStore<Answer> {
  /** The one used longest ago stands first. */
  const answers = new Map<string, Answer>();
  /** What each took when it was set: an answer may have changed since. */
  const sizes = new Map<string, number>();
  let bytes = 0;

  const drop = (key: string) => {
    bytes -= sizes.get(key) ?? 0;
    sizes.delete(key);
    answers.delete(key);
  };

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
      drop(key);
      answers.set(key, answer);
      sizes.set(key, answer.bytes);
      bytes += answer.bytes;
      for (const [oldest] of answers) {
        if (answers.size <= mostAnswers && bytes <= mostBytes) break;
        drop(oldest);
      }
    },
    clear() {
      answers.clear();
      sizes.clear();
      bytes = 0;
    },
  };
}
