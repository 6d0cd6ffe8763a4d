import { type ComponentType, lazy, Suspense } from "react";

/** Creates an optional part of a page, such as a picture. If its code cannot be loaded, the part stays empty. */
export function optionalPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: await load().catch(() => () => null) }));
  return (props: Props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
