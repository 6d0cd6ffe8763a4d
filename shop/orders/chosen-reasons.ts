import * as v from "valibot";

/** Any number of the offered reasons, without repetitions. */
export const chosenReasons = <Reason extends string>(offered: readonly Reason[]) =>
  v.optional(
    v.pipe(
      v.array(v.picklist(offered, "Please choose from the reasons offered.")),
      v.maxLength(offered.length, "Please choose each reason once."),
      v.transform((chosen) => [...new Set(chosen)]),
    ),
    [],
  );
