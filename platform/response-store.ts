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
  let bytes = 0;

  const drop = (key: string) => {
    bytes -= answers.get(key)?.bytes ?? 0;
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
      bytes += answer.bytes;
      for (const [oldest] of answers) {
        if (answers.size <= mostAnswers && bytes <= mostBytes) break;
        drop(oldest);
      }
    },
    clear() {
      answers.clear();
      bytes = 0;
    },
  };
}
