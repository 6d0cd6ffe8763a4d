import type { ComponentProps } from "react";

/** The role is explicit, because narrow tables have another `display`, which would remove the role (§2.14). */
// oxlint-disable-next-line jsx-a11y/no-redundant-roles -- see above
export const ColumnHead = (props: ComponentProps<"th">) => <th role="columnheader" scope="col" {...props} />;
