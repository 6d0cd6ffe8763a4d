import type { Contract } from "#contract/endpoint.ts";
import { defineCount } from "./counts.ts";
import { RequestRefused } from "../http/refuse.ts";

/** Counts a handler's outcomes: the code of a refusal, "failed" for a bug, or the result of `getSuccess`. */
export function defineOutcomeCount<const Success extends string>(
  described: { name: string; help: string },
  { refusals }: Pick<Contract, "refusals">,
  successes: readonly [Success, ...Success[]],
) {
  const count = defineCount<string>(described, {
    outcome: [...successes, ...Object.keys(refusals), "failed"],
  });
  const [defaultSuccess] = successes;
  return <In extends unknown[], Out>(
    handle: (...input: In) => Promise<Out>,
    getSuccess: (result: Exclude<Out, RequestRefused>) => Success = () => defaultSuccess,
  ) =>
    async (...input: In): Promise<Out> => {
      try {
        const result = await handle(...input);
        count.add(
          result instanceof RequestRefused ? result.code : getSuccess(result as Exclude<Out, RequestRefused>),
        );
        return result;
      } catch (cause) {
        count.add("failed");
        throw cause;
      }
    };
}
