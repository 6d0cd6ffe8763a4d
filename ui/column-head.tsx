import type { ComponentProps } from "react";

/** A table heading. Its role is explicit, because the `display` values of narrow tables would remove it (§2.14). */
// oxlint-disable-next-line jsx-a11y/no-redundant-roles -- see above
export const ColumnHead = (props: ComponentProps<"th">) => <th role="columnheader" scope="col" {...props} />;
