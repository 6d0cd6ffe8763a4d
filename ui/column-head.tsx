import type { ComponentProps } from "react";

/** The heading of a table's column. Its role is explicit, because the style of narrow tables hides it (§2.14). */
// oxlint-disable-next-line jsx-a11y/no-redundant-roles -- see above
export const ColumnHead = (props: ComponentProps<"th">) => <th role="columnheader" scope="col" {...props} />;
