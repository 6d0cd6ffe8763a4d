import type { ComponentProps } from "react";

/**
 * A cell of a table's heading. Its role is explicit, because CSS changes the `display` of narrow tables, and browsers
 * then drop the role (§2.14).
 */
// oxlint-disable-next-line jsx-a11y/no-redundant-roles -- see above
export const ColumnHead = (props: ComponentProps<"th">) => <th role="columnheader" scope="col" {...props} />;
