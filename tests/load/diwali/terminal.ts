import type { Shop } from "../../support/shop.ts";

/** The owner's command line. */
export interface Terminal {
  /** A command that must end like this; gives what it printed. */
  type(words: readonly string[], code?: number): Promise<string>;
  /** The data of a command. */
  read<Data>(words: readonly string[], code?: number): Promise<Data>;
}

export function createTerminal(shop: Shop): Terminal {
  const type = async (words: readonly string[], code = 0) => {
    const answer = await shop.operator(...words);
    if (answer.code !== code)
      throw new Error(`${words.join(" ")} ended with ${answer.code}:\n${answer.output.slice(0, 2_000)}`);
    return answer.output;
  };
  return {
    type,
    read: async <Data>(words: readonly string[], code = 0) =>
      JSON.parse(await type([...words, "--json"], code)) as Data,
  };
}
