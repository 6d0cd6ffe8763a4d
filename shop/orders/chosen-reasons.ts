import * as v from "valibot";

/** The schema of a list of reasons, empty if missing. Refuses more entries than `offered`, and removes duplicates. */
export const chosenReasons = <Reason extends string>(offered: readonly Reason[]) =>
  v.optional(
    v.pipe(
      v.array(v.picklist(offered, "Please choose reasons from the list.")),
      v.maxLength(offered.length, "Please choose each reason only once."),
      v.transform((chosen) => [...new Set(chosen)]),
    ),
    [],
  );
