import type { Contract } from "#contract/endpoint.ts";
import { defineCount } from "./counts.ts";
import { Refused } from "../http/refuse.ts";

/**
 * Counts the results of a call: by the code of its refusal, as "failed" for an unexpected error, otherwise by the
 * result of `getSuccess`.
 */
export function defineOutcomeCount<const Success extends string>(
  described: { name: string; help: string },
  { refusals }: Pick<Contract, "refusals">,
  successes: readonly [Success, ...Success[]],
) {
  const count = defineCount<string>(described, {
    outcome: [...successes, ...Object.keys(refusals), "failed"],
  });
  const [usual] = successes;
  return <In extends unknown[], Out>(
    handle: (...input: In) => Promise<Out>,
    getSuccess: (outcome: Exclude<Out, Refused>) => Success = () => usual,
  ) =>
    async (...input: In): Promise<Out> => {
      try {
        const outcome = await handle(...input);
        count.add(outcome instanceof Refused ? outcome.code : getSuccess(outcome as Exclude<Out, Refused>));
        return outcome;
      } catch (cause) {
        count.add("failed");
        throw cause;
      }
    };
}
