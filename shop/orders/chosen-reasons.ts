import * as v from "valibot";

/** The schema of a list of reasons. Removes duplicates, but refuses more entries than `offered`. Empty if missing. */
export const chosenReasons = <Reason extends string>(offered: readonly Reason[]) =>
  v.optional(
    v.pipe(
      v.array(v.picklist(offered, "Please choose reasons from the list.")),
      v.maxLength(offered.length, "Please choose each reason only once."),
      v.transform((chosen) => [...new Set(chosen)]),
    ),
    [],
  );
